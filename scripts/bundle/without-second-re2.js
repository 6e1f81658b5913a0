/**
 * Takes out of the evaluator of CEL its own copy of RE2: the engine replaces `matches` by one that uses
 * the RE2 of the language, which has compiled the pattern already.
 *
 * @type {import("esbuild").Plugin}
 */
export const withoutSecondRe2 = {
  name: "without-second-re2",
  setup(build) {
    build.onResolve({ filter: /^@bufbuild\/re2$/ }, () => ({ path: "re2", namespace: "none" }));
    build.onLoad({ filter: /^re2$/, namespace: "none" }, () => ({
      contents: "export const RE2JS = undefined;",
    }));
  },
};
