import { ownMember } from "@traffic-policy/policy-language";
import { unknownMessage } from "../../../run/questions.ts";
import type { Extensions, Tools } from "./extension.ts";

/** Functions whose results come from outside: random numbers and secrets, as the options give them. */
export const givenExtensions: Extensions = {
  "rand.double": (tools) => random(tools, "rand.double"),
  "rand.int"(tools, least = 0n, most = 1n) {
    if (least < 0n || most < least) {
      throw new Error(
        `rand.int() has no number from ${least} to ${most}: it needs 0 ≤ minimum ≤ maximum.`,
      );
    }
    // All 63 bits of a bound count, of which a double has 53.
    const [high, low] = [random(tools, "rand.int"), random(tools, "rand.int")];
    const fraction =
      BigInt(Math.floor(high * 2 ** 32)) * 2n ** 32n + BigInt(Math.floor(low * 2 ** 32));
    return least + ((most - least + 1n) * fraction) / 2n ** 64n;
  },
  "secrets.get"({ run }, vault: string, name: string) {
    const value = ownMember(ownMember(run.options.secrets, vault) ?? {}, name);
    if (value !== undefined) return value;
    if (run.options.questions !== undefined) {
      throw new Error(unknownMessage(`The secret '${name}' of the vault '${vault}'`));
    }
    const form = JSON.stringify({ [vault]: { [name]: "…" } });
    throw new Error(
      `No secret '${name}' of the vault '${vault}' is given; give it in the option secrets, as ${form}.`,
    );
  },
};

function random({ run }: Tools, name: string): number {
  const { random: source } = run.options;
  if (source !== undefined) return source();
  if (run.options.questions !== undefined) {
    throw new Error(unknownMessage(`The random number of ${name}()`));
  }
  throw new Error(
    `${name}() needs random numbers; give a function that makes them in the option random.`,
  );
}
