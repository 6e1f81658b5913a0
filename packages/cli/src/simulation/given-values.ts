import { keySetProblems, secretsProblems } from "@traffic-policy/policy-engine/formats";
import type { SimulationOptions } from "@traffic-policy/policy-engine";
import type { Problem } from "@traffic-policy/policy-language";
import { placeIn, withoutErrors } from "@traffic-policy/project";
import { type Context, CommandError } from "../context.ts";
import { parseValues } from "../exchange/given-exchange.ts";
import type { GivenValuesOptions } from "../program/options.ts";

export type GivenValues = Pick<SimulationOptions, "keySets" | "secrets" | "random">;

export async function givenValues(
  options: GivenValuesOptions,
  context: Pick<Context, "files">,
): Promise<GivenValues> {
  const keySets: [url: string, keys: unknown][] = [];
  const { secrets, random } = options;
  for (const text of options.keySet ?? []) {
    const [, url = "", path = ""] = /^([^=]+:\/\/.+)=([^=]+)$/s.exec(text) ?? [];
    if (url === "") {
      throw new CommandError(`--key-set: "${text}" is not a URL with a file.`, {
        help: "Write them with =, like https://issuer.example.com/jwks.json=keys.json.",
      });
    }
    keySets.push([url, await valueIn("--key-set", path, keySetProblems, context)]);
  }
  const vaults = secrets && (await valueIn("--secrets", secrets, secretsProblems, context));
  return {
    ...(keySets.length > 0 && {
      keySets: Object.fromEntries(keySets) as NonNullable<GivenValues["keySets"]>,
    }),
    ...(vaults !== undefined && { secrets: vaults as NonNullable<GivenValues["secrets"]> }),
    ...(random !== undefined && { random: () => random }),
  };
}

async function valueIn(
  option: string,
  path: string,
  problemsOf: (value: unknown) => readonly Problem[],
  { files }: Pick<Context, "files">,
): Promise<unknown> {
  const file = files.resolve(path);
  const name = files.nameOf(file);
  const source = withoutErrors(await parseValues(name, files.documentText(file)));
  const [problem] = problemsOf(source.document);
  if (problem === undefined) return source.document;
  const { path: at, part, message, help } = problem;
  throw new CommandError(`${option}: ${placeIn(source, at, part)}: ${message}`, { help });
}
