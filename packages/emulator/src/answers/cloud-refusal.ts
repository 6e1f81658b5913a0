import { Refusal } from "./refusal.ts";

/** A refusal of the version that has cloud endpoints, whose codes are documented as numbers. */
export class CloudRefusal extends Refusal {
  /** @param cause - the number of the underlying error, which ends the message */
  constructor(number: number, message: string, cause?: number) {
    const why = cause === undefined ? "" : ` (${codeOf(cause)})`;
    super(400, codeOf(number), message + why);
  }
}

function codeOf(number: number): string {
  return `ERR_NGROK_${number}`;
}
