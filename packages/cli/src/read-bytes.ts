export {
  bytesIfAny,
  decode,
  fileSize,
  looseText,
  looseTextIfAny,
  readBytes,
  statIfAny,
} from "@traffic-policy/policy-module";
