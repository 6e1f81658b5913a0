import { compressResponse } from "../action/compress.ts";
import { next, type ActionEffect } from "../action/effect.ts";

const defaultAlgorithms = ["gzip", "deflate", "br", "compress"];

const compress: ActionEffect = (config) => {
  const algorithms = config.texts("algorithms") ?? defaultAlgorithms;
  return (run) => {
    if (run.response === undefined) {
      run.compressLater = algorithms;
      return { kind: "next", note: "The response will be compressed when it comes." };
    }
    const note = compressResponse(run, algorithms);
    return note === undefined ? next : { kind: "next", note };
  };
};

export default compress;
