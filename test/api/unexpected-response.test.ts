import { gzipSync } from "node:zlib";
import { UnexpectedResponse } from "@traffic-policy/api";
import type { Dispatcher } from "undici";
import { describe, expect, test } from "vitest";
import { Exchange } from "../../packages/api/src/transport/sender.ts";
import { failing } from "./failing.ts";
import { answering, clientOf, onSocket } from "./local-service.ts";

const edge = {
  id: "edge_1",
  created_at: "2026-01-01T00:00:00Z",
  uri: "https://api.example.com/edges/tcp/edge_1",
  hostports: null,
  backend: null,
  ip_restriction: null,
  traffic_policy: { enabled: true, value: "{}" },
};

async function answerOf(body: string | Buffer, status = 200): Promise<UnexpectedResponse> {
  const { baseUrl } = await answering((response) => void response.writeHead(status).end(body));
  return failing(UnexpectedResponse, clientOf(baseUrl).tcpEdges.update("edge_1", {}));
}

describe("the body", () => {
  test.each([
    ["empty", ""],
    ["cut off", '{"id":"edge_1"'],
    ["HTML", "<html><title>Sign in</title></html>"],
    ["not UTF-8", Buffer.from('{"id":"\xff"}', "latin1")],
  ])("%s is not JSON", async (_what, body) => {
    const error = await answerOf(body);
    expect(error.message).toBe("The response of the service is not JSON.");
    expect(error).toMatchObject({ status: 200, effect: "possible" });
  });

  test.each([
    ["id", { ...edge, id: undefined }, '"id" is missing'],
    ["created_at", { ...edge, created_at: 5 }, '"created_at" is of the wrong type'],
    ["hostports.1", { ...edge, hostports: ["a", 2] }, '"hostports.1" is of the wrong type'],
    [
      "traffic_policy.value",
      { ...edge, traffic_policy: { enabled: true } },
      '"traffic_policy.value" is missing',
    ],
    [
      "traffic_policy.enabled",
      { ...edge, traffic_policy: { enabled: "true", value: "{}" } },
      '"traffic_policy.enabled" is of the wrong type',
    ],
    [
      "ip_restriction.ip_policies.0.uri",
      { ...edge, ip_restriction: { enabled: true, ip_policies: [{ id: "p" }] } },
      '"ip_restriction.ip_policies.0.uri" is missing',
    ],
  ])("the field %s is named", async (field, body, what) => {
    const error = await answerOf(JSON.stringify(body));
    expect(error.field).toBe(field);
    expect(error.message).toBe(`In the response of the service ${what}.`);
  });

  test.each(["x", "hostports"])("that is nested ten thousand levels deep in %s", async (field) => {
    const deep = "[".repeat(10_000) + "]".repeat(10_000);
    const body = JSON.stringify({ ...edge, [field]: 5 }).replace(":5", `:${deep}`);
    const error = await answerOf(body);
    expect(error).toMatchObject({
      field,
      message: `In the response of the service "${field}" is nested deeper than 500 levels.`,
    });
  });

  test("that is no object", async () => {
    const error = await answerOf("[]");
    expect(error.message).toBe("In the response of the service the whole is of the wrong type.");
    expect(error.field).toBeUndefined();
  });

  test("that is huge is not read to its end", async () => {
    let written = 0;
    const { baseUrl } = await answering((response) => {
      const chunk = Buffer.alloc(1024 * 1024, " ");
      const more = (): void => {
        while (!response.destroyed && written < 200 * chunk.length) {
          written += chunk.length;
          if (!response.write(chunk)) return void response.once("drain", more);
        }
      };
      more();
    });
    const error = await failing(UnexpectedResponse, clientOf(baseUrl).tcpEdges.get("edge_1"));
    expect(error.message).toBe(`The response of ${baseUrl} is larger than 33554432 bytes.`);
    expect(written).toBeLessThan(200 * 1024 * 1024);
  });

  test.each([["33554433"], ["99999999999"], ["18446744073709551615"]])(
    "that is announced with %s bytes is not waited for",
    async (length) => {
      const { baseUrl } = await onSocket((socket) => {
        const head = `HTTP/1.1 200 OK\r\ncontent-length: ${length}\r\n\r\n`;
        socket.once("data", () => socket.write(`${head}{"id":`));
      });
      const change = clientOf(baseUrl).tcpEdges.update("edge_1", {});
      const error = await failing(UnexpectedResponse, change);
      expect(error.message).toBe(`The response of ${baseUrl} is larger than 33554432 bytes.`);
      expect(error.effect).toBe("possible");
    },
  );

  test("in pieces of a byte takes no more memory than its bytes: no piece is kept", async () => {
    const text = JSON.stringify(edge);
    const exchange = new Exchange(1000);
    const controller = {} as Dispatcher.DispatchController;
    const piece = Buffer.alloc(1);
    for (const byte of Buffer.from(text)) {
      piece[0] = byte;
      exchange.onResponseData(controller, piece);
    }
    exchange.onResponseEnd();
    const { body } = await exchange.answer;
    expect(Buffer.from(body).toString()).toBe(text);
  });

  test("that is about another edge or endpoint is none", async () => {
    const { baseUrl } = await answering((response) => void response.end(JSON.stringify(edge)));
    const { tcpEdges } = clientOf(baseUrl);
    const message =
      'The response of the service is about something else: its "id" is not "edge_2".';
    const read = await failing(UnexpectedResponse, tcpEdges.get("edge_2"));
    expect(read).toMatchObject({ message, field: "id", effect: "none" });
    const changed = await failing(UnexpectedResponse, tcpEdges.update("edge_2", {}));
    expect(changed).toMatchObject({ message, field: "id", effect: "possible" });
  });
});

describe("the status", () => {
  test.each([
    [201, "possible"],
    [204, "possible"],
    [405, "possible"],
    [408, "possible"],
    [418, "possible"],
  ])("%d instead of 200", async (status, effect) => {
    const error = await answerOf(status === 204 ? "" : JSON.stringify(edge), status);
    expect(error.message).toBe(`The service answered with status ${status} instead of 200.`);
    expect(error).toMatchObject({ status, effect });
  });

  test.each(["000 None", "0 None", "99 None", "101 Switching", "1000 None", "-200 OK"])(
    "%s is none of HTTP",
    async (status) => {
      const { baseUrl } = await onSocket((socket) => {
        socket.once("data", () => socket.end(`HTTP/1.1 ${status}\r\ncontent-length: 0\r\n\r\n`));
      });
      const change = clientOf(baseUrl).tcpEdges.update("edge_1", {});
      const error = await failing(UnexpectedResponse, change);
      expect(error).toMatchObject({
        message: `The response of ${baseUrl} is not HTTP.`,
        effect: "possible",
      });
    },
  );

  test("200 instead of 201 for a new edge", async () => {
    const { baseUrl } = await answering((response) => void response.end(JSON.stringify(edge)));
    const error = await failing(UnexpectedResponse, clientOf(baseUrl).tcpEdges.create({}));
    expect(error.message).toMatch(/status 200 instead of 201/);
  });

  test.each([301, 302, 303, 307, 308])("a redirect (%d) is not followed", async (status) => {
    const elsewhere = await answering((response) => void response.end(JSON.stringify(edge)));
    const { baseUrl, received } = await answering((response) => {
      response.writeHead(status, { location: `${elsewhere.baseUrl}/edges/tcp/edge_1` }).end();
    });
    const error = await failing(UnexpectedResponse, clientOf(baseUrl).tcpEdges.get("edge_1"));
    expect(error.message).toBe(
      `The service answered with a redirect (${status}) to ${elsewhere.baseUrl}, which is not followed.`,
    );
    expect(received).toHaveLength(1);
    expect(elsewhere.received).toEqual([]);
  });
});

test.each(["/elsewhere", "not a url:", "mailto:a@b"])(
  "a redirect to %s is not followed either",
  async (location) => {
    const { baseUrl } = await answering((response) => {
      response.writeHead(302, { location }).end();
    });
    const error = await failing(UnexpectedResponse, clientOf(baseUrl).tcpEdges.get("edge_1"));
    expect(error.message).toBe(
      "The service answered with a redirect (302), which is not followed.",
    );
  },
);

describe("the content type of an answer, of which the description tells nothing,", () => {
  test.each(["text/html", "application/problem+json", undefined])("may be %s", async (type) => {
    const { baseUrl } = await answering((response) => {
      response.writeHead(200, type === undefined ? {} : { "content-type": type });
      response.end(JSON.stringify(edge));
    });
    expect(await clientOf(baseUrl).tcpEdges.get("edge_1")).toEqual(edge);
  });
});

test("a compressed answer was not asked for", async () => {
  const { baseUrl, received } = await answering((response) => {
    response.writeHead(200, { "content-encoding": "gzip" });
    response.end(gzipSync(JSON.stringify(edge)));
  });
  const error = await failing(UnexpectedResponse, clientOf(baseUrl).tcpEdges.get("edge_1"));
  expect(error.message).toBe("The response of the service is compressed, which was not requested.");
  expect(received[0]?.headers["accept-encoding"]).toBe("identity");
});

test("the cap of an answer's size can be changed", async () => {
  const body = JSON.stringify(edge);
  const { baseUrl } = await answering((response) => void response.end(body));
  const get = (largestAnswer: number) =>
    clientOf(baseUrl, { largestAnswer }).tcpEdges.get("edge_1");
  expect(await get(body.length)).toEqual(edge);
  await failing(UnexpectedResponse, get(body.length - 1));
});

test("an answer that is not HTTP, though it repeats the request", async () => {
  const { baseUrl } = await onSocket((socket) => {
    socket.on("data", (data) => socket.end(`What? ${data.toString()}`));
  });
  const error = await failing(UnexpectedResponse, clientOf(baseUrl).tcpEdges.get("edge_1"));
  expect(error.message).toBe(`The response of ${baseUrl} is not HTTP.`);
});

test("informational answers before the real one are passed over", async () => {
  const { baseUrl } = await onSocket((socket) => {
    const body = JSON.stringify(edge);
    socket.on("data", () =>
      socket.end(
        `HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
      ),
    );
  });
  expect(await clientOf(baseUrl).tcpEdges.get("edge_1")).toEqual(edge);
});
