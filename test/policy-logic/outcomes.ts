import { celEnv, parse, plan, type CelInput } from "@bufbuild/cel";

/** What an expression comes to; everything that is neither true nor false counts as an error. */
export type Outcome = "true" | "false" | "error";

const env = celEnv();

/** What an expression comes to for each of some values of `x`, by a complete evaluator of CEL. */
export function outcomesOf(text: string, values: readonly CelInput[]): Outcome[] {
  const program = plan(env, parse(text));
  return values.map((x) => {
    const result = program({ x });
    return result === true ? "true" : result === false ? "false" : "error";
  });
}

const choices: Readonly<Record<string, readonly (CelInput | undefined)[]>> = {
  text: ["", "a", "ab", "b", "/a", "/a/b", "/a/bc", "Z", "ba"],
  other: ["", "a", "b", "ab"],
  maybe: [undefined, "", "a", "ab", "/a", "zz"],
  whole: [-(2n ** 63n), -3n, -2n, -1n, 0n, 1n, 2n, 3n, 4n, 2n ** 63n - 1n],
  more: [-1n, 0n, 1n, 2n],
  real: [-2, -1, -0.5, -0, 0, 0.25, 0.5, 2, 3, Number.NaN, Infinity],
  flag: [true, false],
  map: [
    {},
    { k: "a" },
    { l: "ab" },
    { k: "", l: "a" },
    { k: "/a/b", l: "b" },
    { k: "b", l: "b", m: "" },
  ].map((entries) => new Map(Object.entries(entries))),
  list: [[], ["a"], ["b", "a"], ["ab"], ["a", "b"], ["b", "b"], ["1", "a"], ["1", "2"]],
  others: [[], ["a"], ["b"], ["a", "b"], ["1", "ab"]],
  open: ["", "a", "ab", "b", 0n, 1n, 1, 1.5, Number.NaN, true, false, ["a"]],
};

/** Values of `x` for which an expression is tried: all combinations, or evenly chosen ones of many. */
export function samplesFor(text: string, most = 150): CelInput[] {
  const used = Object.keys(choices).filter((name) => text.includes(`x.${name}`));
  const sizes = used.map((name) => choices[name]?.length ?? 1);
  const all = sizes.reduce((product, size) => product * size, 1);
  // A step that shares no factor with the sizes goes through all values of each variable.
  const step = all <= most ? 1 : Math.floor(all / most) | 1;
  const samples: CelInput[] = [];
  for (let index = 0; index < all; index += step) {
    let rest = (index * 7919) % all;
    const entries: [string, CelInput][] = [];
    for (const [position, name] of used.entries()) {
      const size = sizes[position] ?? 1;
      const value = choices[name]?.[rest % size];
      rest = Math.floor(rest / size);
      if (value !== undefined) entries.push([name, value]);
    }
    samples.push(new Map(entries));
  }
  return samples;
}
