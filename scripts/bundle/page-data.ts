import { httpMethods } from "@traffic-policy/policy-language/internal";
import { defaults } from "@traffic-policy/policy-engine";
import { exchangeSchema } from "@traffic-policy/policy-engine/formats";
import { rules } from "@traffic-policy/policy-lint";
import { rulePage } from "@traffic-policy/policy-lint/internal";

// What the playground shows of the packages without loading them: plain data, in files of its own.

/** The pages of all lint rules, in Markdown, by the names of the rules. */
export const rulePages = Object.fromEntries(
  [...rules].map(([name, rule]) => [name, rulePage(name, rule)]),
);

/** What a form of an exchange has to know. */
export const exchangeFields = {
  methods: [...httpMethods],
  schema: exchangeSchema,
  /** The address of a client of which nothing is said. */
  clientIp: defaults.connection.clientIp,
};
