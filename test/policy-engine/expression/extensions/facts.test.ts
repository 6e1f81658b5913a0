import { expect, test } from "vitest";
import { evaluated } from "./evaluated.ts";

// Results that the service documents.
test.each([
  ["base64.decode('aGVsbG8=')", "b'hello'"],
  ["base64.encode(b'hello')", "'aGVsbG8='"],
  ["basic_auth.encode('username', 'password1')", "'Basic dXNlcm5hbWU6cGFzc3dvcmQx'"],
  ["hash.crc32('hello')", "'3610a686'"],
  ["hash.crc32('hello', 'base64')", "'NhCmhg=='"],
  ["hash.crc64('hello')", "'3c3eeee2d8100000'"],
  ["hash.crc64('hello', 'base64')", "'PD7u4tgQAAA='"],
  ["hash.md5('hello')", "'5d41402abc4b2a76b9719d911017c592'"],
  ["hash.md5('hello', 'base64')", "'XUFAKrxLKna5cZ2REBfFkg=='"],
  ["hash.sha1('hello')", "'aaf4c61ddcc5e8a2dabede0f3b482cd9aea9434d'"],
  ["hash.sha1('hello', 'base64')", "'qvTGHdzF6KLavt4PO0gs2a6pQ00='"],
  ["hash.sha256('hello')", "'2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824'"],
  ["hash.sha256('hello', 'base64')", "'LPJNul+wow4m6DsqxbninhsWHlwfp0JecwQzYpOLmCQ='"],
  ["hash.xxhash64('hello')", "'26c7827d889f6da3'"],
  ["hash.xxhash64('hello', 'base64')", "'JseCfYifbaM='"],
  ["'hello mellow'.split()", "['hello', 'mellow']"],
  ["'hello mellow'.split(' ', 1)", "['hello']"],
  ["'hello,mellow,hi'.split(',', 2)", "['hello', 'mellow']"],
])("%s is %s", (expression, result) => {
  expect(evaluated(`${expression} == ${result}`)).toBe("bool true");
});

test("base64 without its padding is an error", () => {
  expect(evaluated("base64.decode('aGVsbG8')")).toBe("'aGVsbG8' is not base64 with padding.");
});
