import { readFileSync } from "node:fs";
import { extname } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * The examples of the playground: names of files below `docs/examples`, by the fields that they fill.
 *
 * @type {readonly { name: string, title: string, about: string, files: Record<string, string>, protocol?: string, forwardTo?: string, pane?: string }[]}
 */
const examples = [
  {
    name: "office",
    title: "Office and API",
    about: "JSON, with a request, cases and assertions",
    files: {
      policy: "playground/office/policy.json",
      exchange: "playground/office/exchange.yaml",
      cases: "playground/office/cases.yaml",
      assertions: "playground/office/assertions.yaml",
    },
  },
  {
    name: "shop",
    title: "A shop in TypeScript",
    about: "the builder, which only lets you write what is possible",
    files: {
      policy: "policies/web.policy.ts",
      exchange: "simulating/order.yaml",
      cases: "policies/web.cases.yaml",
      assertions: "policies/web.assertions.yaml",
    },
  },
  {
    name: "welcome",
    title: "Two rules in YAML",
    about: "a small one to begin with",
    files: {
      policy: "playground/welcome/policy.yaml",
      exchange: "playground/welcome/exchange.yaml",
    },
  },
  {
    name: "mistakes",
    title: "Mistakes",
    about: "what lint finds, with fixes",
    files: { policy: "playground/mistakes/policy.yaml" },
  },
  {
    name: "proof",
    title: "Assertions that do not hold",
    about: "a request shows why",
    files: {
      policy: "proving/shop.policy.yaml",
      assertions: "proving/shop.assertions.yaml",
    },
    pane: "proof",
  },
  {
    name: "compare",
    title: "Two versions of a policy",
    about: "requests on which they differ",
    files: {
      policy: "proving/stricter.policy.yaml",
      other: "proving/shop.policy.yaml",
      assertions: "proving/shop.assertions.yaml",
    },
    pane: "compare",
  },
  {
    name: "phases",
    title: "A cloud endpoint",
    about: "a policy in phases",
    files: {
      policy: "playground/phases/policy.yaml",
      exchange: "playground/phases/exchange.yaml",
      cases: "playground/phases/cases.yaml",
    },
  },
  {
    name: "migrate",
    title: "From an edge to an endpoint",
    about: "the policy of an edge, written in phases",
    files: { policy: "playground/migrate/policy.yaml" },
    forwardTo: "https://shop.internal",
    pane: "migrate",
  },
  {
    name: "ssh",
    title: "TCP",
    about: "who may connect at all",
    files: { policy: "policies/ssh.policy.ts" },
    protocol: "tcp",
  },
];

/** @type {Readonly<Record<string, string>>} */
const languages = { ".json": "json", ".yaml": "yaml", ".ts": "typescript" };

/** The examples as the page loads them, in JSON. */
export function playgroundExamples() {
  const folder = new URL("../../docs/examples/", import.meta.url);
  const all = examples.map(({ name, title, about, files, protocol, forwardTo, pane }) => {
    const text = (/** @type {string} */ file) =>
      readFileSync(fileURLToPath(new URL(file, folder)), "utf8").replace(
        /^# yaml-language-server: .*\n/,
        "",
      );
    const written = (/** @type {string} */ file) => ({
      language: languages[extname(file)],
      text: text(file),
    });
    const { policy = "", other, exchange, cases, assertions } = files;
    const state = {
      policy: written(policy),
      ...(other && { other: written(other) }),
      ...(protocol && { protocol }),
      ...(exchange && { exchange: { format: "exchange", text: text(exchange) } }),
      ...(cases && { cases: text(cases) }),
      ...(assertions && { assertions: text(assertions) }),
      ...(forwardTo && { forwardTo }),
      pane: pane ?? "outcome",
    };
    return { name, title, about, state };
  });
  return JSON.stringify(all);
}
