import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { Files } from "@traffic-policy/project";
import { curlExchange } from "../../../packages/cli/src/exchange/curl.ts";
import { project } from "../../e2e/command.ts";

const files = new Files(process.cwd());
const request = (line: string) => curlExchange(line, files).exchange.request;

/** What curl sends by itself. */
const own = { "user-agent": ["curl/8.0.0"], accept: ["*/*"] };

describe("what a command line of curl sends", () => {
  test.each([
    ["curl https://example.com/a", { method: "GET", url: "https://example.com/a", headers: own }],
    ["curl example.com", { method: "GET", url: "http://example.com", headers: own }],
    [
      "/usr/bin/curl -sSLk -o out.txt --max-time 5 https://example.com/",
      { method: "GET", url: "https://example.com/", headers: own },
    ],
    ["curl -I https://a/", { method: "HEAD", url: "https://a/", headers: own }],
    ["curl -XDELETE https://a/", { method: "DELETE", url: "https://a/", headers: own }],
    [
      "curl https://a/ -d a=1 --data-raw 'b=@2'",
      {
        method: "POST",
        url: "https://a/",
        headers: { ...own, "content-type": ["application/x-www-form-urlencoded"] },
        body: "a=1&b=@2",
      },
    ],
    [
      "curl -X PUT https://a/ --data-urlencode 'q=a b&c' --data-urlencode '=x*'",
      {
        method: "PUT",
        url: "https://a/",
        headers: { ...own, "content-type": ["application/x-www-form-urlencoded"] },
        body: "q=a+b%26c&x%2A",
      },
    ],
    [
      `curl https://a/ --json '{"a":1}'`,
      {
        method: "POST",
        url: "https://a/",
        headers: {
          "user-agent": ["curl/8.0.0"],
          accept: ["application/json"],
          "content-type": ["application/json"],
        },
        body: '{"a":1}',
      },
    ],
    [
      "curl -G 'https://a/b?x=1#there' -d y=2 -d z=3",
      { method: "GET", url: "https://a/b?x=1&y=2&z=3#there", headers: own },
    ],
    [
      "curl -u user:secret https://a/",
      {
        method: "GET",
        url: "https://a/",
        headers: { ...own, authorization: ["Basic dXNlcjpzZWNyZXQ="] },
      },
    ],
    [
      "curl https://us%65r:secret@a/b",
      {
        method: "GET",
        url: "https://a/b",
        headers: { ...own, authorization: ["Basic dXNlcjpzZWNyZXQ="] },
      },
    ],
    [
      "curl -b 'a=1; b=2' -b c=3 -A mine -e https://from/ --compressed https://a/",
      {
        method: "GET",
        url: "https://a/",
        headers: {
          "user-agent": ["mine"],
          accept: ["*/*"],
          cookie: ["a=1; b=2;c=3"],
          referer: ["https://from/"],
          "accept-encoding": ["deflate, gzip, br, zstd"],
        },
      },
    ],
    [
      "curl -H 'X-A: 1' -H 'x-a: 2' -H 'Accept:' -H 'X-Empty;' -A '' https://a/",
      { method: "GET", url: "https://a/", headers: { "x-a": ["1", "2"], "x-empty": [""] } },
    ],
    [
      "curl --http2 https://a/b/../c/./d",
      { method: "GET", url: "https://a/c/d", headers: own, version: "HTTP/2.0" },
    ],
    [
      "curl --path-as-is https://a/b/../c",
      { method: "GET", url: "https://a/b/../c", headers: own },
    ],
    ["curl 'http://[::1]:8080/'", { method: "GET", url: "http://[::1]:8080/", headers: own }],
    ["curl -g 'https://a/{b}[1]'", { method: "GET", url: "https://a/{b}[1]", headers: own }],
    ["curl --url https://a/ --no-silent", { method: "GET", url: "https://a/", headers: own }],
    ["curl https://a/b#there", { method: "GET", url: "https://a/b#there", headers: own }],
    ["curl 'https://a/c'#d", { method: "GET", url: "https://a/c#d", headers: own }],
    ["curl -G https://a/ -d ''", { method: "GET", url: "https://a/", headers: own }],
    ["curl -- https://a/", { method: "GET", url: "https://a/", headers: own }],
    [
      "curl --proto '=https' --noproxy '*' --tls-max 1.3 --ssl-no-revoke --location-trusted https://a/",
      { method: "GET", url: "https://a/", headers: own },
    ],
    ["$ curl https://a/", { method: "GET", url: "https://a/", headers: own }],
  ])("%s", (line, expected) => {
    expect(request(line)).toEqual(expected);
  });

  test("as browsers copy it for bash, over several lines, with $'…'", () => {
    const line = [
      "curl 'https://example.com/api?q=a&p=b' \\",
      "  -H 'accept: text/html' \\\r",
      '  -H "x-quoted: a \\"b\\" c" \\',
      '  --data-raw $\'{"a":"it\\\'s\\u0021\\n"}\'',
    ].join("\n");
    expect(request(line)).toEqual({
      method: "POST",
      url: "https://example.com/api?q=a&p=b",
      headers: {
        "user-agent": ["curl/8.0.0"],
        accept: ["text/html"],
        "x-quoted": ['a "b" c'],
        "content-type": ["application/x-www-form-urlencoded"],
      },
      body: '{"a":"it\'s!\n"}',
    });
  });

  test("data from a file: as they are, or without line breaks", () => {
    const file = join(project({}), "data");
    writeFileSync(file, "a\r\nb\0c\n");
    expect(request(`curl https://a/ -d @${file}`)?.body).toBe("abc");
    expect(request(`curl https://a/ --data-binary @${file}`)?.body).toBe("a\r\nb\0c\n");
  });
});

describe("brackets, braces and letters beyond ASCII in a URL", () => {
  test.each([
    ["/list?ids[]=1&ids[]=2", "/list?ids[]=1&ids[]=2"],
    [String.raw`/list?ids\[\]=1&f=\{x\}`, "/list?ids[]=1&f={x}"],
    ["/a?from=[::1]", "/a?from=[::1]"],
    ["/a/{b}", "/a/b"],
    [String.raw`/a/{b\,c}`, "/a/b,c"],
    ["/café/?q=é", "/caf%c3%a9/?q=é"],
  ])("%s is one request", (given, sent) => {
    expect(request(`curl 'https://a.example${given}'`)?.url).toBe(`https://a.example${sent}`);
  });

  test.each(["/a?b=[0]", "/a?b=[", "/a?b=]", "/a?b={}", "/a?b={{c}}"])(
    "%s is refused by curl",
    (given) => {
      expect(() => request(`curl 'https://a.example${given}'`)).toThrow(
        /^--curl: curl refuses the [{}[\]] in the URL\.$/,
      );
    },
  );

  test("a host is sent as DNS has it", () => {
    expect(request("curl https://bücher.example/")?.url).toBe("https://xn--bcher-kva.example/");
  });

  test.each([
    [String.raw`$'\xc3\xa9\303\251'`, "éé"],
    [String.raw`$'\u00e9 \xe9'`, "é é"],
    [String.raw`$'\ud83d\ude00'`, "😀"],
    [String.raw`$'\\xc3\xa9 \\\xc3\xa9'`, String.raw`\xc3© \é`],
  ])("%s, as browsers write it", (data, body) => {
    expect(request(`curl https://a/ --data-raw ${data}`)?.body).toBe(body);
  });
});

describe("what is not known is an error", () => {
  test.each([
    ["wget https://a/", "--curl: The command line does not begin with curl."],
    ["", "--curl: The command line does not begin with curl."],
    ["curl", "--curl: The command line has no URL."],
    ["curl https://a/ --frobnicate", "--curl: The curl option --frobnicate is unknown."],
    ["curl https://a/ -*", "--curl: The curl option -* is unknown."],
    ["curl https://a/ -X", "--curl: -X has no value after it."],
    ["curl https://a/ -F a=b", "--curl: --form is not supported."],
    ["curl https://a/ --next https://b/", "--curl: --next is not supported."],
    ["curl https://a/ https://b/", "--curl: curl would send several requests."],
    ["curl 'https://a/[1-3]'", "--curl: curl would send several requests."],
    ["curl 'https://a/{b,c}'", "--curl: curl would send several requests."],
    [
      'curl ^"https://a/^" ^\n -H ^"x: 1^"',
      "--curl: The command line is written for the command prompt of Windows.",
    ],
    ["curl https://a/ -u user", "--curl: curl would ask for the password of --user."],
    ["curl https://a/ -b jar.txt", "--curl: The cookies of --cookie are in a file."],
    ["curl https://a/ -H @headers", "--curl: The headers of --header are in a file."],
    ["curl https://a/ -H nothing", '--curl: "nothing" is not a header.'],
    ["curl https://a/ -d @-", "--curl: curl would send its standard input."],
    ["curl https://a/?b=c&d=e", "--curl: The command line has a & outside of quotes."],
    ["curl https://a/ | jq .", "--curl: The command line has a | outside of quotes."],
    ["curl https://a/ # mine", "--curl: The command line has a # outside of quotes."],
    ['curl https://a/ -H "x: $TOKEN"', "--curl: Only a shell can expand $TOKEN."],
    ['curl https://a/ -H "x: `id`"', "--curl: Only a shell can expand `."],
    ["curl https://a/${", "--curl: Only a shell can expand ${."],
    ['curl "https://a/${}"', "--curl: Only a shell can expand ${."],
    ["curl 'https://a/", "--curl: A quote in the command line is not closed."],
    ['curl https://a/ -H "x: a', "--curl: A quote in the command line is not closed."],
  ])("%s", (line, message) => {
    expect(() => curlExchange(line, files)).toThrow(
      expect.objectContaining({ message, help: expect.anything() as unknown }),
    );
  });

  test("what a shell leaves alone in single quotes is left alone", () => {
    expect(request("curl 'https://a/' -H 'x: $A `b` # | & \\'")?.headers).toMatchObject({
      x: ["$A `b` # | & \\"],
    });
  });
});
