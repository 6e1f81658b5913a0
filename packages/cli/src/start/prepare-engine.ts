import { isOfFewFiles, isOfLargeFile } from "./run-script.ts";

/**
 * Sets the engine up for what this process is for; to be called before anything is loaded, because V8 takes machine
 * code from an earlier run only with the flags that it was made with.
 */
export function prepareEngine(): void {
  for (const flag of flagsFor(process.argv[2], process.argv.slice(3))) {
    // Not imported, because no other run needs it, and it brings Node's streams.
    process.getBuiltinModule("node:v8").setFlagsFromString(flag);
  }
}

function flagsFor(command: string | undefined, args: readonly string[]): readonly string[] {
  // An editor's server runs all day: what each keystroke leaves behind is collected soon, not when the heap has
  // grown to several times what is in use, and what is kept moves together, because a page with one object in it is
  // a whole page.
  if (command === "lsp") {
    return [
      "--heap-growing-percent=35",
      "--compact-on-every-full-gc",
      "--semi-space-growth-factor=1",
    ];
  }
  // What is known of a rule is kept for a while, and only a full collection finds that it is no longer needed. As they
  // usually come, 20,000 rules take 400 MB, of which 70 are in use. A smaller young generation saves 10 MB more, and
  // takes no longer.
  if (isOfLargeFile) return ["--heap-growing-percent=35", "--max-semi-space-size=8"];
  // Runs about hundreds of files end before most of the code that V8 would optimize has paid for that: it may wait
  // for half as long again.
  const isOfMany = command === "lint" ? !isOfFewFiles(args) : isOfKeptAnswers(command, args);
  return isOfMany ? ["--interrupt-budget=200000"] : [];
}

function isOfKeptAnswers(command: string | undefined, args: readonly string[]): boolean {
  return command === "audit" && args.includes("--cache");
}
