import type { JsonValue } from "@traffic-policy/policy-language";
import type { SelectedPolicy } from "@traffic-policy/project/selection";
import { expect, test } from "vitest";
import {
  exampleLinks,
  playgroundUrl,
} from "../../../../packages/cli/src/commands/impact/playground-link.ts";
import { openLink } from "../../../../packages/playground/src/link/link.ts";
import { readExchanges } from "../../../../packages/playground/src/work/exchange.ts";
import { example } from "../../../policy-impact/report/made-impact.ts";
import { projectOf } from "../../project.ts";

const base = "https://site.example/playground";

function selected(document: JsonValue, protocol: "http" | "tls" = "http"): SelectedPolicy {
  return { loaded: { source: { document, errors: [] } }, protocol } as unknown as SelectedPolicy;
}

const denying = (password: string): JsonValue => ({
  inbound: [
    { actions: [{ type: "basic-auth", config: { credentials: [`ana:${password}`] } }] },
    { actions: [{ type: "deny" }] },
  ],
});

const asked = example(
  {
    method: "PUT",
    scheme: "https",
    host: "a.example",
    uri: "/x?token=s3cr3t-7TqLm2Zx9",
    status: 200,
  },
  { authorization: ["Bearer 9fX2mQ7vLp4Zt8KcRw1N"], "x-a": ['"><script>'] },
);

/** The state that the playground opens from a link. */
async function opened(link: string | undefined) {
  const url = new URL(link ?? "");
  expect(`${url.origin}${url.pathname}${url.search}`).toBe(base);
  const found = await openLink(url.hash);
  if (found.kind !== "state") throw new Error(JSON.stringify(found));
  return found.state;
}

test("the playground opens an example with both policies", async () => {
  const links = exampleLinks(new URL(base), [selected({}), selected({ inbound: [] })]);
  const { policy, other, exchange, ...others } = await opened(links(asked));
  expect([policy, other].map((one) => JSON.parse(one?.text ?? "") as unknown)).toEqual([
    { inbound: [] },
    {},
  ]);
  expect(others).toEqual({ protocol: "http", pane: "outcome" });
  const read = await readExchanges({ format: "exchange", text: exchange?.text ?? "" });
  const given = "exchange" in read && read.exchange.given;
  expect(given).toMatchObject({ request: { method: "PUT", headers: { "x-a": ['"><script>'] } } });
});

test("one policy is opened alone, and a protocol that the playground lacks is left out", async () => {
  const links = exampleLinks(new URL(base), [selected({ inbound: [] }, "tls")]);
  expect(Object.keys(await opened(links(asked)))).toEqual(["policy", "exchange", "pane"]);
});

test("a link has no secret of a policy, and none of an example", async () => {
  const policies = [selected(denying("hunter2-Zq81xTTv")), selected(denying("hunter3-Zq81xTTw"))];
  const state = JSON.stringify(await opened(exampleLinks(new URL(base), policies)(asked)));
  expect(state).toContain("***");
  expect(state).not.toMatch(/hunter|s3cr3t|9fX2mQ7v/);
});

test("an example that is too long for a link has none", () => {
  // Nothing that compresses.
  const text = Array.from({ length: 400_000 }, (_, at) => Math.sin(at).toString(36).slice(2)).join(
    " ",
  );
  const links = exampleLinks(new URL(base), [selected({ note: text })]);
  expect(links(asked)).toBeUndefined();
});

test.each(["javascript:alert(1)", "/playground", "file:///x", "https://"])(
  "%s is not the address of a playground",
  (text) => {
    expect(() => playgroundUrl(text)).toThrow("is not the address of a page");
  },
);

test("without a page, there is nothing to link", async () => {
  const { run } = projectOf({ "a.json": { inbound: [] }, "log.ndjson": "" });
  const { status, err } = await run(
    "impact",
    "a.json",
    "--log",
    "log.ndjson",
    "--playground",
    base,
  );
  expect({ status, err }).toEqual({
    status: 2,
    err: expect.stringContaining("--playground is about the links of a page."),
  });
});
