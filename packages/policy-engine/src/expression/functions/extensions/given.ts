import type { CelMap } from "@bufbuild/cel";
import { ownMember } from "@traffic-policy/policy-language/internal";
import type { Extensions, Tools } from "./extension.ts";

/** Functions with outside results, which the options supply: random numbers and secrets. */
export const givenExtensions: Extensions = {
  "rand.double": (tools) => unknownRandom(tools) ?? random(tools, "rand.double"),
  "rand.int"(tools, least = 0n, most = 1n) {
    if (least < 0n || most < least) {
      throw new Error(
        `rand.int() has no number from ${least} to ${most}: it needs 0 ≤ minimum ≤ maximum.`,
      );
    }
    const unknown = unknownRandom(tools);
    if (unknown !== undefined) return unknown;
    // All 63 bits of a bound count, of which a double has 53.
    const [high, low] = [random(tools, "rand.int"), random(tools, "rand.int")];
    const fraction =
      BigInt(Math.floor(high * 2 ** 32)) * 2n ** 32n + BigInt(Math.floor(low * 2 ** 32));
    return least + ((most - least + 1n) * fraction) / 2n ** 64n;
  },
  "secrets.get"(tools, vault: string, name: string) {
    const { run } = tools;
    const value = ownMember(ownMember(run.options.secrets, vault) ?? {}, name);
    if (value !== undefined) return value;
    if (run.options.questions !== undefined) {
      return tools.unknown(`secrets.get(${JSON.stringify([vault, name])})`);
    }
    const form = JSON.stringify({ [vault]: { [name]: "…" } });
    throw new Error(
      `No secret '${name}' of the vault '${vault}' is given; give it in the option secrets, as ${form}.`,
    );
  },
};

function unknownRandom({ run: { options }, unknown }: Tools): CelMap | undefined {
  if (options.random !== undefined || options.questions === undefined) return undefined;
  return unknown(`random number ${options.questions.nextRandom()}`);
}

function random({ run }: Tools, name: string): number {
  const { random: source } = run.options;
  if (source !== undefined) return source();
  throw new Error(
    `${name}() needs random numbers; give a function that makes them in the option random.`,
  );
}
