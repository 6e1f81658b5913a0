export default {
  "*.{ts,mts,js,mjs,json,yaml,yml}": "traffic-policy lint --changed",
};
