// Converts sizes from pixels to rem, so they follow the browser's font size. Lines and rings of up to 2px stay in
// pixels.
module.exports = {
  plugins: {
    "postcss-pxtorem": {
      propList: ["*", "!initial-value"],
      minPixelValue: 3,
      mediaQuery: true,
      exclude: /node_modules/,
    },
  },
};
