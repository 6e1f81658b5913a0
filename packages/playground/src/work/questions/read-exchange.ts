import {
  askedIn,
  exchangeOf,
  isNoExchange,
  readExchanges,
  type GivenExchange,
} from "../exchange.ts";
import { shownText } from "@traffic-policy/policy-engine/report";
import type { Question, ReadExchanges } from "../messages.ts";
import { Refusal } from "../refusal.ts";
import { shownExchange, written, type Writing } from "../views/exchange.ts";

/**
 * The most exchanges to write as YAML: writing YAML takes ten times as long as JSON, which the exchange field also
 * accepts.
 */
const mostInYaml = 200;

export default async function readExchange(
  question: Question<"readExchange">,
): Promise<ReadExchanges> {
  const given = await readExchanges(question.exchange);
  if (given.kind === "exchange") {
    const { exchange } = given;
    return { exchanges: [await shownExchange(exchangeOf(exchange), 1, exchange.given)] };
  }
  const writing = given.entries.length > mostInYaml ? "json" : "yaml";
  return { exchanges: await Promise.all(given.entries.map((one) => recorded(one, writing))) };
}

async function recorded(
  given: GivenExchange,
  writing: Writing,
): Promise<ReadExchanges["exchanges"][number]> {
  const { entry } = given;
  const of = { ...(entry !== undefined && { entry }) };
  const without = async (note: string): Promise<ReadExchanges["exchanges"][number]> => ({
    title: shownText(askedIn(given), 200),
    times: 1,
    document: await written(given.given, writing),
    ...of,
    note,
  });
  if (isNoExchange(given)) return without("It is not sent over HTTP.");
  try {
    return { ...(await shownExchange(exchangeOf(given), 1, given.given, writing)), ...of };
  } catch (error) {
    if (error instanceof Refusal) return without(error.problem.message);
    throw error;
  }
}
