import { readFileSync } from "node:fs";
import { extname } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * An example of the playground: names of files below `docs/examples`, by the fields that they fill.
 *
 * @typedef {{ name: string, title: string, about: string, group: string, files: Record<string, string>, protocol?: string, forwardTo?: string, pane?: string }} Example
 */

/**
 * A recipe: a policy with a request, cases and assertions, in a folder of its own.
 *
 * @param {string} name
 * @param {string} title
 * @param {string} about
 * @returns {Example}
 */
const recipe = (name, title, about) => ({
  name,
  title,
  about,
  group: "Recipes",
  files: Object.fromEntries(
    ["policy", "exchange", "cases", "assertions"].map((file) => [
      file,
      `recipes/${name}/${file}.yaml`,
    ]),
  ),
});

/** @type {readonly Example[]} */
const examples = [
  {
    name: "phases",
    title: "A cloud endpoint",
    about: "with a request, cases and assertions",
    group: "A policy in phases",
    files: {
      policy: "playground/phases/policy.yaml",
      exchange: "playground/phases/exchange.yaml",
      cases: "playground/phases/cases.yaml",
      assertions: "playground/phases/assertions.yaml",
    },
  },
  {
    name: "phases-code",
    title: "A cloud endpoint in TypeScript",
    about: "the builder, which only lets you write what is possible",
    group: "A policy in phases",
    files: { policy: "writing/phases.policy.ts" },
  },
  {
    name: "manifest",
    title: "A manifest of Kubernetes",
    about: "two policies where they stand",
    group: "A policy in phases",
    files: { policy: "manifests/running/endpoints.yaml" },
  },
  recipe("jwt", "JSON Web Tokens", "an API that needs a token"),
  recipe("oauth", "Sign in", "with OAuth, for colleagues only"),
  recipe("rate-limit", "Rate limit", "ten requests a minute for each client"),
  recipe("canary", "Canary", "a new version for a few"),
  recipe("firewall", "Firewall", "by address, country and path"),
  recipe("webhook", "Webhooks", "only those that are signed"),
  recipe("maintenance", "Maintenance page", "for all but the office"),
  recipe("allow-list", "Allow list", "of addresses, methods and paths"),
  recipe("redirects", "Redirects", "to one name, and to new places"),
  recipe("headers", "Headers", "for the upstream and for the client"),
  {
    name: "review",
    title: "A policy that passes review",
    about: "and a request that gets past it",
    group: "A policy in phases",
    files: {
      policy: "site/draft.policy.yaml",
      assertions: "site/draft.assertions.yaml",
    },
    pane: "proof",
  },
  {
    name: "mended",
    title: "The same policy, mended",
    about: "the assertion is proved",
    group: "A policy in phases",
    files: {
      policy: "playground/mended/policy.yaml",
      assertions: "site/draft.assertions.yaml",
    },
    pane: "proof",
  },
  {
    name: "office",
    title: "Office and API",
    about: "JSON, with a request, cases and assertions",
    group: "A policy in directions",
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
    about: "the builder, with cases and assertions",
    group: "A policy in directions",
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
    group: "A policy in directions",
    files: {
      policy: "playground/welcome/policy.yaml",
      exchange: "playground/welcome/exchange.yaml",
    },
  },
  {
    name: "mistakes",
    title: "Mistakes",
    about: "what lint finds, with fixes",
    group: "A policy in directions",
    files: { policy: "playground/mistakes/policy.yaml" },
  },
  {
    name: "proof",
    title: "Assertions that do not hold",
    about: "a request shows why",
    group: "A policy in directions",
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
    group: "A policy in directions",
    files: {
      policy: "proving/stricter.policy.yaml",
      other: "proving/shop.policy.yaml",
      assertions: "proving/shop.assertions.yaml",
    },
    pane: "compare",
  },
  {
    name: "migrate",
    title: "From an edge to an endpoint",
    about: "the policy of an edge, written in phases",
    group: "A policy in directions",
    files: { policy: "playground/migrate/policy.yaml" },
    forwardTo: "https://shop.internal",
    pane: "migrate",
  },
  {
    name: "ssh",
    title: "TCP",
    about: "who may connect at all",
    group: "A policy in directions",
    files: { policy: "policies/ssh.policy.ts" },
    protocol: "tcp",
  },
];

/** @type {Readonly<Record<string, string>>} */
const languages = { ".json": "json", ".yaml": "yaml", ".ts": "typescript" };

/** The examples as the page loads them, in JSON. */
export function playgroundExamples() {
  const folder = new URL("../../docs/examples/", import.meta.url);
  const all = examples.map(({ name, title, about, group, files, protocol, forwardTo, pane }) => {
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
    return { name, title, about, group, state };
  });
  return JSON.stringify(all);
}
