import { defaults, type ResponseInput } from "./exchange.ts";
import {
  type Body,
  HeaderFields,
  type HeaderRecord,
  bodySizeOf,
  setContentLength,
} from "./message.ts";

/** The response that the client gets. */
export interface ClientResponse {
  readonly status: number;
  readonly headers: HeaderRecord;
  /** As it is before it is compressed, unless the options have a function that compresses. */
  readonly body?: Body;
  /**
   * The algorithm that the policy compresses the body with; for HEAD and with 304, the body that GET
   * would get.
   */
  readonly compression?: string;
}

/** The response as it goes through the policy, with the changes that actions make. */
export class ResponseState {
  readonly input: ResponseInput;
  readonly headers: HeaderFields;
  status: number;
  body: Body | undefined;
  /** The reason why an existing body is not known, as the end of a sentence; undefined before it was asked for. */
  missingBody: string | undefined;
  /** In bytes; undefined when it is not known before the body ends. */
  bodySize: number | undefined;
  compression: string | undefined;

  constructor(input: ResponseInput) {
    this.input = input;
    this.status = input.status ?? defaults.response.status;
    this.headers = new HeaderFields(input.headers);
    for (const [name, value] of Object.entries(input.cookies ?? {})) {
      this.headers.append("set-cookie", `${name}=${value}`);
    }
    this.body = input.body;
    this.bodySize = bodySizeOf(input, this.headers);
    // The size of a body that is not given may be that of another form of it.
    if (this.bodySize === undefined || input.body !== undefined) {
      setContentLength(this.headers, this.bodySize);
    }
  }

  toData(): ClientResponse {
    return {
      status: this.status,
      headers: this.headers.toRecord(),
      ...(this.body !== undefined && { body: this.body }),
      ...(this.compression !== undefined && { compression: this.compression }),
    };
  }
}
