import type { IncomingMessage } from "node:http";
import { parseJson, type JsonSchema, type JsonValue } from "@traffic-policy/policy-language";
import { describeDocumentError, schemaProblems } from "@traffic-policy/policy-language/internal";
import { invalidBody, Refusal } from "../answers/refusal.ts";

const largestBody = 1024 * 1024;

/**
 * Reads the body of a request as it is, without conversions or defaults.
 *
 * @throws Refusal when it is too large, is not JSON in UTF-8, has a duplicate key, or does not match the schema
 */
export async function readBody(request: IncomingMessage, schema: JsonSchema): Promise<unknown> {
  const bytes = await bytesOf(request);
  if (bytes.length > 0) checkType(request.headers["content-type"]);
  // A body that is not there is no object either.
  const value = bytes.length === 0 ? null : parsed(bytes);
  const subject = (path: string): string => path.slice(1).replaceAll("/", ".") || "The body";
  const [problem] = schemaProblems(schema, value, { subject });
  if (problem !== undefined) throw invalidBody(problem.message);
  return value;
}

function bytesOf(request: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    let chunks: Buffer[] = [];
    let size = 0;
    request
      .on("data", (chunk: Buffer) => {
        size += chunk.length;
        if (size <= largestBody) chunks.push(chunk);
        else {
          // The rest is read, too, and dropped: a connection that is closed instead may lose the answer.
          chunks = [];
          reject(tooLarge());
        }
      })
      .once("end", () => resolve(Buffer.concat(chunks)))
      .once("error", reject);
  });
}

function tooLarge(): Refusal {
  return new Refusal(413, "body_too_large", `The body has more than ${largestBody} bytes.`);
}

function checkType(type = ""): void {
  if (/^application\/json *(?:;|$)/i.test(type)) return;
  const what = type === "" ? "no content type" : `the content type "${type}"`;
  throw new Refusal(
    415,
    "invalid_content_type",
    `The body has ${what}, and must have "application/json".`,
  );
}

function parsed(bytes: Buffer): JsonValue | undefined {
  const { value, errors } = parseJson(decoded(bytes));
  const [error] = errors;
  if (error === undefined) return value;
  throw invalidBody(`The body is not JSON: ${describeDocumentError(error).message}`);
}

function decoded(bytes: Buffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw invalidBody("The body is not UTF-8.");
  }
}
