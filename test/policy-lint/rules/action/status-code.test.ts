import { describe, expect, test } from "vitest";
import { find } from "../../find.ts";

const rule = "action/status-code";

const respond = (config: string): string =>
  `{"inbound": [{"actions": [{"type": "custom-response", "config": ${config}}]}]}`;
const deny = (status: string): string =>
  `{"inbound": [{"actions": [{"type": "deny", "config": {"status_code": ${status}}}]}]}`;
const redirect = (status: string): string =>
  `{"inbound": [{"actions": [{"type": "redirect", "config": {"to": "/a", "status_code": ${status}}}]}]}`;

describe(rule, () => {
  test.each([
    {
      what: "a number with too many digits",
      text: deny("«4030»"),
      message: "4030 is not an HTTP status.",
      severity: "error",
    },
    {
      what: "a number with too few digits",
      text: respond('{"status_code": «20»}'),
      message: "20 is not an HTTP status.",
      severity: "error",
    },
    {
      what: "a negative number",
      text: deny("«-1»"),
      message: "-1 is not an HTTP status.",
      severity: "error",
    },
    {
      what: "a status above those of HTTP",
      text: respond('{"status_code": «600»}'),
      message: "HTTP does not define the status 600.",
      severity: "warning",
    },
    {
      what: "the old default of a refusal in another action",
      text: respond('{"status_code": «999»}'),
      message: "HTTP does not define the status 999.",
      severity: "warning",
    },
    {
      what: "a status that is not final",
      text: respond('{"status_code": «100»}'),
      message: "100 is not a final status: another response follows.",
      severity: "warning",
    },
    {
      what: "content where none is sent",
      text: respond('{"status_code": «204», "content": "Done"}'),
      message: 'A response with the status 204 has no content, so "content" is not sent.',
      severity: "warning",
    },
    {
      what: "content that has not changed",
      text: respond('{"status_code": «304», "content": "${req.method}"}'),
      message: 'A response with the status 304 has no content, so "content" is not sent.',
      severity: "warning",
    },
    {
      what: "a refusal with a status of success",
      text: deny("«200»"),
      message: 'The status 200 means success, but "deny" refuses the request.',
      severity: "warning",
    },
    {
      what: "a refusal without content",
      text: deny("«204»"),
      message: 'The status 204 means success, but "deny" refuses the request.',
      severity: "warning",
    },
    {
      what: "a refusal with the status of a redirect",
      text: deny("«302»"),
      message: 'The status 302 is not a refusal, but "deny" refuses the request.',
      severity: "warning",
    },
    {
      what: "a refusal that is not final",
      text: deny("«103»"),
      message: "103 is not a final status: another response follows.",
      severity: "warning",
    },
    {
      what: "a redirect that nobody follows",
      text: redirect("«304»"),
      message: "Clients do not follow a redirect with the status 304.",
      severity: "warning",
    },
    {
      what: "a redirect that does not exist",
      text: redirect("«399»"),
      message: "Clients do not follow a redirect with the status 399.",
      severity: "warning",
    },
  ])("finds $what", ({ text, message, severity }) => {
    const { expected, found, diagnostics } = find(rule, text);
    expect(found).toEqual(expected);
    expect(diagnostics).toEqual([expect.objectContaining({ message, severity })]);
  });

  test.each([
    deny("403"),
    deny("999"),
    deny("400"),
    deny("599"),
    respond('{"status_code": 418, "content": "I am a teapot"}'),
    respond('{"status_code": 200}'),
    respond('{"status_code": 204}'),
    respond('{"status_code": 204, "content": ""}'),
    respond('{"status_code": 304, "headers": {"etag": "1"}}'),
    redirect("301"),
    redirect("308"),
    redirect("300"),
    // Mistakes that action/config tells.
    redirect("200"),
    redirect("404"),
    deny('"4030"'),
    deny("403.5"),
    deny("null"),
    respond("{}"),
    '{"inbound": [{"actions": [{"type": "log", "config": {"metadata": {"status_code": 1}}}]}]}',
  ])("finds nothing in %s", (text) => {
    expect(find(rule, text).found).toEqual([]);
  });
});
