import {
  answered,
  possibleOutcomes,
  stubsOf,
  TokenVerifications,
  type CaseSettings,
  type Exchange,
  type PossibleOutcomes,
} from "@traffic-policy/policy-engine";
import {
  FormatError,
  givenWith,
  readCases,
  stubProblems,
} from "@traffic-policy/policy-engine/formats";
import { isJsonObject } from "@traffic-policy/policy-language";
import type { Clock } from "./clock.ts";
import { problemIn, readDocument } from "./document.ts";
import { located, noFile, type GivenExchange } from "./exchange.ts";
import type { Question } from "./messages.ts";
import type { PreparedPolicy } from "./policy.ts";
import { Refusal } from "./refusal.ts";

type Options = NonNullable<Parameters<typeof possibleOutcomes>[3]>;

/** Returns the possible outcomes of one exchange. */
export type Simulate = (
  given: GivenExchange,
  exchange: Exchange,
  options?: Pick<Options, "rateLimits" | "circuitBreakers">,
) => Promise<PossibleOutcomes>;

/**
 * Returns what simulates exchanges, with everything that is given of what only the service knows.
 *
 * @throws Refusal when the settings are invalid
 */
export async function simulation(
  { answers = [], settings: text = "" }: Pick<Question<"simulate">, "answers" | "settings">,
  prepared: PreparedPolicy,
  clock: Clock,
): Promise<Simulate> {
  const settings = text.trim() === "" ? {} : await readSettings(text, prepared);
  const { options: behaviour, stubs, random, ...values } = settings;
  const time = clock.now();
  const given: Options = {
    ...values,
    ...(random !== undefined && { random: () => random }),
    stubs: stubsOf(stubs),
    answers,
    // The same for each run: what is not known yet is found out, and the exchange is simulated again.
    clock: () => time,
    tokens: new TokenVerifications(),
  };
  return (one, exchange, more) =>
    answered(() =>
      located(one, () =>
        possibleOutcomes(prepared.policy, exchange, behaviour, {
          ...given,
          ...givenWith(one.given),
          ...more,
        }),
      ),
    );
}

/** The keys of a cases document that say how its exchanges are simulated. */
const settingKeys = ["stubs", "options", "secrets", "keySets", "random"];

/** Cases are read with at least one. */
const anyCase = { name: "any", request: { url: "/" }, expect: { outcome: "forwarded" } };

async function readSettings(text: string, { policy }: PreparedPolicy): Promise<CaseSettings> {
  const { value, source } = await readDocument(text, "settings");
  const refuse = (problem: Parameters<typeof problemIn>[2]): never => {
    throw new Refusal(problemIn(source, "settings", problem));
  };
  if (value === null) return {};
  const help = `Write ${settingKeys.map((key) => `"${key}"`).join(", ")} as in a cases document.`;
  if (!isJsonObject(value)) return refuse({ path: "", message: "This must be an object.", help });
  const unknown = Object.keys(value).find((key) => !settingKeys.includes(key));
  if (unknown !== undefined) {
    const path = `/${unknown}`;
    return refuse({ path, part: "key", message: `"${unknown}" has no effect here.`, help });
  }
  try {
    const read = (file: string): never => {
      throw new FormatError(noFile(value, file));
    };
    const { settings } = readCases({ ...value, cases: [anyCase] }, { isCode: false, read });
    const [wrong] = stubProblems([{ stubs: settings.stubs, pointer: "" }], policy);
    return wrong === undefined ? settings : refuse(wrong);
  } catch (error) {
    if (error instanceof FormatError) return refuse(error);
    throw error;
  }
}
