import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

export interface Comment {
  readonly id: number;
  body: string;
  readonly user: { readonly login: string };
}

const pathOfComments = "/api/v3/repos/edge/cluster/issues/7/comments";
const pathOfComment = /^\/api\/v3\/repos\/edge\/cluster\/issues\/comments\/(\d+)$/;

/** The comments of pull request 7 of `edge/cluster`, as the REST API of GitHub serves them, on loopback. */
export class GithubComments {
  readonly comments: Comment[] = [];
  /** What was called, without the host: `POST /api/v3/…`. */
  readonly calls: string[] = [];
  readonly tokens = new Set<string | undefined>();
  /** The status that writing is refused with. */
  refusal: number | undefined;
  /** Where everything is redirected to. */
  redirect: string | undefined;
  readonly #server = createServer((request, response) => void this.#answer(request, response));

  static async start(): Promise<GithubComments> {
    const github = new GithubComments();
    await new Promise<void>((settle) => github.#server.listen(0, "127.0.0.1", settle));
    onTestFinished(() => void github.#server.close());
    return github;
  }

  get apiUrl(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/api/v3`;
  }

  /** Adds a comment that somebody wrote before. */
  add(login: string, body: string): Comment {
    const comment = { id: 101 + this.comments.length, body, user: { login } };
    this.comments.push(comment);
    return comment;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = "", url = "", headers } = request;
    this.calls.push(`${method} ${url}`);
    this.tokens.add(headers.authorization);
    const { pathname, searchParams } = new URL(url, this.apiUrl);
    let sent = "";
    for await (const chunk of request) sent += String(chunk);
    if (this.redirect !== undefined) {
      response.writeHead(307, { location: `${this.redirect}${url}` }).end();
      return;
    }
    const [status, answer] = this.#answerTo(method, pathname, searchParams, sent);
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(answer));
  }

  #answerTo(
    method: string,
    path: string,
    query: URLSearchParams,
    sent: string,
  ): readonly [status: number, answer: unknown] {
    if (method === "GET" && path === pathOfComments) {
      const size = Math.min(Number(query.get("per_page") ?? 30), 100);
      const start = (Number(query.get("page") ?? 1) - 1) * size;
      return [200, this.comments.slice(start, start + size)];
    }
    if (this.refusal !== undefined) return [this.refusal, { message: "Resource not accessible" }];
    const { body } = JSON.parse(sent) as { body: string };
    if (body.length > 65_536) return [422, { message: "Body is too long" }];
    if (method === "POST" && path === pathOfComments) {
      return [201, this.add("github-actions[bot]", body)];
    }
    const [, id] = pathOfComment.exec(path) ?? [];
    const comment = this.comments.find((one) => one.id === Number(id));
    if (method !== "PATCH" || comment === undefined) return [404, { message: "Not Found" }];
    comment.body = body;
    return [200, comment];
  }
}
