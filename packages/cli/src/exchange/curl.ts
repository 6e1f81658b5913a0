import { largestFile, type Files } from "@traffic-policy/project";
import { FormatError } from "@traffic-policy/policy-engine/formats";
import { curlRequest } from "@traffic-policy/policy-engine/formats/curl";
import { CommandError } from "../context.ts";
import type { GivenExchange } from "./given-exchange.ts";

const option = "--curl";

/**
 * Parses a curl command line to the request it sends: the first request, if it would follow redirects.
 *
 * @throws CommandError when it is unclear what it would send
 */
export function curlExchange(line: string, files: Files): GivenExchange {
  const read = (path: string): string => files.documentText(files.resolve(path), largestFile);
  return {
    exchange: { request: requestOf(line, read) },
    folder: files.folder,
    files,
    place: () => option,
  };
}

function requestOf(...given: Parameters<typeof curlRequest>): ReturnType<typeof curlRequest> {
  try {
    return curlRequest(...given);
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    throw new CommandError(`${option}: ${error.message}`, { help: error.help });
  }
}
