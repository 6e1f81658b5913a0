/**
 * Commander starts other programs for commands that are programs of their own, which none of ours
 * is; loading what it takes is a tenth of what a run takes beyond Node itself.
 *
 * @type {import("esbuild").Plugin}
 */
export const withoutChildProcesses = {
  name: "without-child-processes",
  setup(build) {
    build.onResolve({ filter: /^node:child_process$/ }, ({ importer }) =>
      /\/commander\//.test(importer) ? { path: "child-processes", namespace: "none" } : undefined,
    );
    build.onLoad({ filter: /^child-processes$/, namespace: "none" }, () => ({
      contents: "module.exports = {};",
    }));
  },
};
