import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { run } from "../e2e/command.ts";
import { casesFolder, namesOfCases } from "./collected.ts";

/** One command line of a case, and what is right. */
interface Look {
  readonly args: string;
  readonly status: number;
  /** Texts that are printed. */
  readonly shows?: readonly (string | RegExp)[];
  /** Patterns of what is not. */
  readonly hides?: readonly RegExp[];
}

const request = "--request https://example.com/";

/** What is right of each collected case, by its folder. */
const right: Readonly<Record<string, readonly Look[]>> = {
  "01-secrets-in-diff-and-plan": ["pretty", "markdown", "json"].map((format) => ({
    args: `diff before.json after.json --format ${format}`,
    status: 1,
    shows: ["ana:****"],
    hides: [/pass-word|signing-key|token-\d/],
  })),
  "02-results-of-sign-in-taken-as-missing": [
    {
      args: "prove --ask oauth.yaml",
      status: 2,
      shows: ["Every request that reaches the upstream has passed oauth"],
      hides: [/failed with 500|has no value/],
    },
    {
      args: `simulate oauth.yaml ${request}`,
      status: 0,
      shows: ["depends on what only the service knows", 'if "oauth" does not let it pass'],
      hides: [/failed with 500/],
    },
    { args: `simulate jwt.yaml ${request}`, status: 0, shows: ["answered with 401"] },
    { args: "lint jwt.yaml", status: 0, shows: ["expression/unguarded-access"], hides: [/GET /] },
    { args: "prove --fails some-paths.yaml", status: 2, shows: ["1 unknown, 3 never fail"] },
  ],
  "03-prove-knows-no-secrets": [
    { args: "prove --fails gate.yaml", status: 0, shows: ["3 never fail"] },
    { args: "prove --fails hook.yaml", status: 0, shows: ["1 never fail"] },
    { args: "prove --ask gate.yaml", status: 2, hides: [/✗|option secrets/] },
  ],
  "04-ask-sees-no-sign-in": ["header", "path"].flatMap((way) =>
    ["basic-auth", "jwt-validation", "oauth", "openid-connect", "verify-webhook"].map((action) => ({
      args: `prove --ask ${way}-${action}.yaml`,
      status: 1,
      shows: [/1 found/, way === "header" ? "-H 'x-skip: x'" : "https://example.com//admin"],
    })),
  ),
  "05-hook-passes-what-it-does-not-look-at": [
    "traffic-policy.yml",
    ".",
    "--changed traffic-policy.yml",
  ].map((named) => ({ args: `lint ${named}`, status: 1, shows: ["req.metod"] })),
  "06-several-documents": [
    ...["app", "one"].map((name) => ({
      args: `lint ${name}.yaml`,
      status: 0,
      shows: [/^1 info in 1 file\.$/m],
      hides: [/document.syntax/],
    })),
    { args: "lint ngrok.yml", status: 1, shows: ["denyy"], hides: [/remove the line/] },
  ],
  "07-known-keys-are-inbound-and-outbound": [
    { args: "lint typo.yaml", status: 1, shows: ['Did you mean "on_http_request"?'] },
    { args: "lint camel.yaml", status: 1, shows: ['Did you mean "on_http_request"?'] },
    { args: "lint list.yaml", status: 1, shows: ["must be an object with phases"] },
    { args: "lint level.yaml", status: 1, shows: ["spec.policy"] },
    { args: "lint file.yml", status: 1, shows: ["traffic_policy_file"] },
    {
      args: "lint none.yml",
      status: 1,
      shows: ["No policy is in this file; it names ./policy.yml."],
    },
  ],
  "08-expressions-that-yaml-reads-otherwise": [
    ...["bang", "bang-single", "bracket", "colon", "quote"].map((name) => ({
      args: `lint ${name}.yaml`,
      status: 1,
      shows: [`${name}.yaml:4:9`, "Put the expression in quotes", "Put it in quotes (safe"],
    })),
    { args: "lint indent.yaml", status: 1, shows: ["indent.yaml:4:8", "indented by 1 space more"] },
  ],
  "09-curl-of-browsers": [
    [String.raw`curl 'https://example.com/list?ids\[\]=1&ids\[\]=2'`, "/list?ids[]=1&ids[]=2"],
    ["curl 'https://example.com/list?ids[]=1'", "/list?ids[]=1"],
    [String.raw`curl 'https://example.com/a?f=\{x\}'`, "/a?f={x}"],
    ["curl --proto '=https' --tlsv1.2 -sSf https://example.com/", "/"],
    ["curl --noproxy '*' https://example.com/", "/"],
  ].map(([line = "", path = ""]) => ({
    args: `simulate p.yaml --curl ${line.replaceAll(" ", "\u{a0}")}`,
    status: 0,
    shows: [`GET https://example.com${path}\n`],
  })),
  "10-backspace-in-a-pattern": [
    {
      args: "lint ua.yaml",
      status: 0,
      shows: ["is a backspace (U+0008)", String.raw`r'…\b…'`, "(unsafe"],
      hides: [/\(safe/],
    },
  ],
  "12-nothing-where-a-default-stands": [
    { args: "diff before.json after.json", status: 1, shows: [/before +true\n +after +false/] },
  ],
  "13-set-cookie-of-har": [
    { args: "simulate p.yaml --exchange two-cookies.har", status: 0, shows: ["1  forwarded"] },
  ],
  "14-header-that-may-not-be-added": [
    { args: "lint skip.yaml", status: 0, shows: ["warning", "A policy cannot skip the page"] },
  ],
  "15-header-names-that-nobody-sends": [
    {
      args: "lint names.yaml",
      status: 0,
      shows: ["referer", "user-agent", "authorization"].map((name) => `Did you mean "${name}"?`),
    },
  ],
  "16-mark-that-the-client-can-set": [
    { args: "lint mark.yaml", status: 0, shows: ["security/client-header"] },
    { args: "prove --ask mark.yaml", status: 1, shows: ["curl -H 'x-caller: a'"] },
  ],
  "17-call-of-a-map": [
    { args: "lint call.yaml", status: 1, shows: ["req.headers['x-tenant'][0]"] },
  ],
  "18-merge-keys": [{ args: "lint merge.yaml", status: 0, shows: ["No findings"] }],
  "19-secret-by-its-field": [
    {
      args: "lint short.yaml",
      status: 0,
      shows: ['"credentials" of "basic-auth"', '"secret" of "verify-webhook"', "secrets.get("],
    },
  ],
  "20-placeholders": [
    {
      args: "lint p.yaml",
      status: 0,
      shows: ["<CLIENT_ID>", "<CLIENT_SECRET>", "$SLACK_SECRET", "{your secret}"].map(
        (text) => `The placeholder ${text} is not filled in.`,
      ),
    },
  ],
  "21-ask-and-the-query": [
    { args: "prove --ask ask.json", status: 1, shows: [/admin\?x.*: forwarded/] },
  ],
  "22-vars-that-nothing-sets": [
    { args: "prove p.assertions.yaml", status: 1, shows: ["2 refuted, 0 proved"] },
    { args: "diff --semantic w1.json w2.json", status: 1, shows: ["behaviour: not the same"] },
  ],
  "23-the-same-across-dialects": [
    { args: "diff --semantic m1.json m2.json", status: 1, shows: ["behaviour: not the same"] },
    { args: "diff --semantic c1.json c2.json", status: 1, shows: ["behaviour: not the same"] },
    { args: "diff --semantic rl.json rl3.json", status: 0, shows: ["the same for every request"] },
    { args: "lint g1.json", status: 0, shows: ["(unsafe"], hides: [/\(safe/] },
  ],
  "24-an-example-without-its-time": [
    { args: "prove p.assertions.yaml", status: 1, shows: ["time: 2024-01-01T00:00:00Z"] },
    { args: "prove --reach p.json", status: 0, shows: ['with time "2024-01-01T00:00:00Z"'] },
  ],
  "25-known-to-the-service-alone": [
    {
      args: `simulate eu.json ${request}`,
      status: 0,
      shows: ["depends on what only the service knows", "forwarded", "403"],
      hides: [/500/],
    },
    { args: "prove --fails eu.json", status: 0, shows: ["2 never fail"] },
    { args: `simulate agent.json ${request}`, status: 0, shows: ["depends"], hides: [/500/] },
  ],
  "26-time-with-an-offset": [
    { args: `simulate ts.json ${request}`, status: 0, shows: ["open questions"] },
  ],
  "27-typescript-loses-silently": [
    { args: "lint a.policy.ts", status: 2, shows: ['Did you mean "statusCode"?'] },
  ],
  "28-ask-and-paths": [
    ...["a", "b", "c"].map((name) => ({
      args: `prove --ask ${name}.policy.yaml`,
      status: 1,
      shows: ["..%2f"],
    })),
    {
      args: "prove --ask denny.policy.yaml",
      status: 2,
      shows: [/\d unknown, 0 of 5/],
      hides: [/✓/],
    },
  ],
  "29-every-file-once": [
    { args: "lint", status: 1, shows: ['Did you mean "rate-limit"?', "other.policy.yaml"] },
    { args: "lint www", status: 1, shows: ['Did you mean "rate-limit"?'] },
    { args: "deploy --yes", status: 1, shows: ["Nothing was deployed"] },
  ],
};

/** Those that are tested beside the databases that they need. */
const elsewhere = ["11-impact-lines-and-networks"];

test("each case has what is right of it here, or where its database is", () => {
  expect([...Object.keys(right), ...elsewhere].toSorted()).toEqual(namesOfCases());
});

test.each(Object.entries(right))("%s", async (name, looks) => {
  const cwd = mkdtempSync(join(tmpdir(), "traffic-policy-case-"));
  onTestFinished(() => rmSync(cwd, { recursive: true }));
  cpSync(join(casesFolder(), name), cwd, { recursive: true });
  for (const { args, status, shows = [], hides = [] } of looks) {
    const words = args.split(" ").map((word) => word.replaceAll("\u{a0}", " "));
    const { out, err, status: ended } = await run(words, { cwd, env: { NO_COLOR: "1" } });
    const printed = out + err;
    const missing = shows.filter((text) => !isIn(text, printed));
    const shown = hides.filter((text) => text.test(printed));
    expect({ args, printed, missing, shown, ended }).toEqual({
      args,
      printed,
      missing: [],
      shown: [],
      ended: status,
    });
  }
});

function isIn(text: string | RegExp, printed: string): boolean {
  return typeof text === "string" ? printed.includes(text) : text.test(printed);
}
