-- Whether the endpoint was shown money, which a receiver may repeat in its reply; of earlier attempts it is not known.
alter table delivery_attempts add column showed_money boolean;
