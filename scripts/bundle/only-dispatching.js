/**
 * Takes of undici what our clients use: its index loads `fetch`, mocks, caches, cookies and WebSockets,
 * too, which is most of what it takes to load. What else we import is an error of the build.
 *
 * @type {import("esbuild").Plugin}
 */
export const onlyDispatching = {
  name: "only-dispatching",
  setup(build) {
    build.onLoad({ filter: /\/node_modules\/undici\/index\.js$/ }, () => ({
      contents: `
        export { default as Client } from "./lib/dispatcher/client.js";
        export { default as Pool } from "./lib/dispatcher/pool.js";
        export { default as buildConnector } from "./lib/core/connect.js";
        export { default as errors } from "./lib/core/errors.js";`,
    }));
  },
};
