/**
 * Sets the engine up for what this process is for; to be called before anything is loaded, because V8 takes machine
 * code from an earlier run only with the flags that it was made with.
 */
export function prepareEngine(): void {
  if (process.argv[2] !== "lsp") return;
  // An editor's server runs all day: what each keystroke leaves behind is collected soon, not when the heap has
  // grown to several times what is in use, and what is kept moves together, because a page with one object in it is
  // a whole page. Not imported, because no other run needs it, and it brings Node's streams.
  const { setFlagsFromString } = process.getBuiltinModule("node:v8");
  setFlagsFromString("--heap-growing-percent=35");
  setFlagsFromString("--compact-on-every-full-gc");
  setFlagsFromString("--semi-space-growth-factor=1");
}
