import { describe, expect, test } from "vitest";
import { find } from "../../find.ts";

const rule = "action/second-sign-in";

const google = `{"type": "oauth", "config": {"provider": "google"}}`;
const saml = `{"type": "saml", "config": {}}`;
const deny = `{"type": "deny"}`;

describe(rule, () => {
  test("finds a second one in another rule, of whichever kind", () => {
    const text = `{"on_http_request": [{"actions": [${google}]}, {"actions": [${deny}, «${saml}»]}]}`;
    const { expected, found, diagnostics } = find(rule, text);
    expect(found).toEqual(expected);
    expect(diagnostics[0]?.related).toMatchObject([{ path: "/on_http_request/0/actions/0" }]);
  });

  test("finds nothing in one", () => {
    expect(find(rule, `{"on_http_request": [{"actions": [${google}]}]}`).found).toEqual([]);
  });
});
