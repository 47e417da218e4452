// Sizes are written in pixels and follow the font size of the browser; lines and rings up to 2px stay as thin as they are.
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
