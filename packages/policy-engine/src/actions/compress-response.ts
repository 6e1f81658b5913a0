import { compressResponse } from "../action/compress.ts";
import { next, type ActionEffect, type Effect } from "../action/effect.ts";

const defaultAlgorithms = ["gzip", "deflate", "br", "compress"];

const compress: ActionEffect = (config) => {
  const algorithms = config.texts("algorithms") ?? defaultAlgorithms;
  const later: Effect = {
    kind: "next",
    note: "The response will be compressed when it comes.",
    later: (run) => compressResponse(run, algorithms),
  };
  return (run) => {
    if (run.response === undefined) return later;
    const note = compressResponse(run, algorithms);
    return note === undefined ? next : { kind: "next", note };
  };
};

export default compress;
