/** All values of a parameter that takes several; many clients write its name with brackets, as `category[]=a`. */
export function valuesOf(params: URLSearchParams, name: string): string[] {
  return [...params.getAll(name), ...params.getAll(`${name}[]`)];
}
