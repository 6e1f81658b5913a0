import { execFile, execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { Files } from "@traffic-policy/project";
import { curlExchange } from "../../../packages/cli/src/exchange/curl.ts";
import { exchangeOf } from "../../../packages/cli/src/exchange/given-exchange.ts";
import { project } from "../../e2e/command.ts";
import { recordingUpstream } from "../../gateway/world.ts";

/** What differs from machine to machine, and what only the connection needs. */
const own = new Set(["host", "user-agent", "content-length", "connection"]);

/** Without `--json`, an earlier curl says nothing about what is read here. */
function isCurl(): boolean {
  try {
    const [, major = 0, minor = 0] =
      /^curl (\d+)\.(\d+)/.exec(execFileSync("curl", ["-V"]).toString()) ?? [];
    return Number(major) > 7 || Number(minor) >= 82;
  } catch {
    return false;
  }
}

/** What curl sends, as a server gets it, and what is read from its command line. */
async function both(line: string): Promise<readonly [sent: object, read: object]> {
  const { url, received } = await recordingUpstream();
  const cwd = project({ data: "a\r\nb=c\n" });
  const whole = line
    .replace("URL", url)
    .replace("HOST", url.slice("http://".length))
    .replace("@data", `@${join(cwd, "data")}`);
  writeFileSync(join(cwd, ".curlrc"), "");
  const env = { ...process.env, CURL_HOME: cwd, NO_PROXY: "*" };
  await promisify(execFile)("sh", ["-c", `${whole} --silent --output /dev/null`], { cwd, env });
  const [sent] = received;
  const { request } = exchangeOf(curlExchange(whole, new Files(process.cwd())));
  return [
    {
      method: sent?.method,
      url: sent?.url,
      headers: Object.fromEntries(
        Object.entries(sent?.headers ?? {}).filter(([name]) => !own.has(name)),
      ),
      body: sent?.body.toString(),
    },
    {
      method: request?.method,
      url: request?.url.replace(/^http:\/\/[^/?#]*/, "").replace(/#.*/, ""),
      headers: Object.fromEntries(
        Object.entries(request?.headers as Record<string, string[]>)
          .filter(([name]) => !own.has(name))
          .map(([name, values]) => [name, values.join(", ")]),
      ),
      body: request?.body ?? "",
    },
  ];
}

describe.runIf(isCurl())("what the curl of this machine sends", () => {
  test.each([
    "curl URL",
    "curl HOST",
    "curl URL'?x=1'",
    "curl URL/a#frag",
    "curl URL#frag",
    "curl -X PUT URL",
    "curl -I URL",
    "curl -sSLk -XDELETE URL/x -HX-Y:z",
    "curl --path-as-is URL/../a",
    "curl 'URL/?ids[]=1&ids[]=2'",
    "curl 'URL/?ids\\[\\]=1&f=\\{x\\}&from=[::1]'",
    "curl 'URL/{a}/{b\\,c}'",
    "curl 'URL/é/../ü'",
    "curl --proto '=http' --noproxy '*' --location-trusted URL",
    "curl -e 'http://r/;auto' -r 0-9 URL/../a/./b",
    "curl 'URL/%zz'",
    "curl URL/a -d a=1 -d b=2",
    "curl URL -d ''",
    "curl URL -d @data",
    "curl URL --data-binary @data",
    "curl URL --data-raw @data",
    "curl --data-urlencode 'b=x y&z+~*' URL",
    "curl --data-urlencode '=a b' --data-urlencode 'c d' URL",
    "curl -G URL/a -d a=1 --data-urlencode 'b=x y&z'",
    "curl -G -d x=1 'URL/?q=2#f'",
    "curl --get URL -d ''",
    "curl -I -d a -G URL",
    "curl -d a -H 'Content-Type: text/plain' URL",
    `curl URL/a --json '{"a":1}' --json '[2]'`,
    "curl URL -b a=b -b c=d",
    "curl URL -b 'a=b; c=d' -b e=f",
    "curl URL -b 'a=b; c=d' -H 'Cookie: e=f'",
    "curl -u u:p URL",
    "curl -u u:p -H 'Authorization: x' URL",
    "curl --oauth2-bearer tok URL",
    "curl URL -H 'X-Empty;' -H 'Accept:' -H 'x-a: 1' -H 'X-A: 2'",
    "curl -A x -A y -e a -e b URL",
  ])("%s", async (line) => {
    const [sent, read] = await both(line);
    expect(read).toEqual(sent);
  });
});
