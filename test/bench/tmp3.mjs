import { createRequire as cr } from "node:module"; const require = cr(import.meta.url);
var __create = Object.create;
var __defProp = Object.defineProperty;
var __getOwnPropDesc = Object.getOwnPropertyDescriptor;
var __getOwnPropNames = Object.getOwnPropertyNames;
var __getProtoOf = Object.getPrototypeOf;
var __hasOwnProp = Object.prototype.hasOwnProperty;
var __commonJS = (cb, mod) => function __require() {
  try {
    return mod || (0, cb[__getOwnPropNames(cb)[0]])((mod = { exports: {} }).exports, mod), mod.exports;
  } catch (e) {
    throw mod = 0, e;
  }
};
var __copyProps = (to, from, except, desc) => {
  if (from && typeof from === "object" || typeof from === "function") {
    for (let key of __getOwnPropNames(from))
      if (!__hasOwnProp.call(to, key) && key !== except)
        __defProp(to, key, { get: () => from[key], enumerable: !(desc = __getOwnPropDesc(from, key)) || desc.enumerable });
  }
  return to;
};
var __toESM = (mod, isNodeMode, target) => (target = mod != null ? __create(__getProtoOf(mod)) : {}, __copyProps(
  // If the importer is in node compatibility mode or this is not an ESM
  // file that has been converted to a CommonJS file using a Babel-
  // compatible transform (i.e. "__esModule" has not been set), then set
  // "default" to the CommonJS "module.exports" for node compatibility.
  isNodeMode || !mod || !mod.__esModule ? __defProp(target, "default", { value: mod, enumerable: true }) : target,
  mod
));

// node_modules/.pnpm/ipaddr.js@2.5.0/node_modules/ipaddr.js/lib/ipaddr.js
var require_ipaddr = __commonJS({
  "node_modules/.pnpm/ipaddr.js@2.5.0/node_modules/ipaddr.js/lib/ipaddr.js"(exports, module) {
    (function(root) {
      "use strict";
      const ipv4Part = "(0?\\d+|0x[a-f0-9]+)";
      const ipv4Regexes = {
        fourOctet: new RegExp(`^${ipv4Part}\\.${ipv4Part}\\.${ipv4Part}\\.${ipv4Part}$`, "i"),
        threeOctet: new RegExp(`^${ipv4Part}\\.${ipv4Part}\\.${ipv4Part}$`, "i"),
        twoOctet: new RegExp(`^${ipv4Part}\\.${ipv4Part}$`, "i"),
        longValue: new RegExp(`^${ipv4Part}$`, "i")
      };
      const octalRegex = new RegExp(`^0[0-7]+$`, "i");
      const hexRegex = new RegExp(`^0x[a-f0-9]+$`, "i");
      const zoneIndex = "%[0-9a-z]{1,}";
      const ipv6Part = "(?:[0-9a-f]+::?)+";
      const ipv6Regexes = {
        zoneIndex: new RegExp(zoneIndex, "i"),
        "native": new RegExp(`^(::)?(${ipv6Part})?([0-9a-f]+)?(::)?(${zoneIndex})?$`, "i"),
        deprecatedTransitional: new RegExp(`^(?:::)(${ipv4Part}\\.${ipv4Part}\\.${ipv4Part}\\.${ipv4Part}(${zoneIndex})?)$`, "i"),
        transitional: new RegExp(`^((?:${ipv6Part})|(?:::)(?:${ipv6Part})?)${ipv4Part}\\.${ipv4Part}\\.${ipv4Part}\\.${ipv4Part}(${zoneIndex})?$`, "i")
      };
      function expandIPv6(string, parts) {
        if (string.indexOf("::") !== string.lastIndexOf("::")) {
          return null;
        }
        let colonCount = 0;
        let lastColon = -1;
        let zoneId = (string.match(ipv6Regexes.zoneIndex) || [])[0];
        let replacement, replacementCount;
        if (zoneId) {
          zoneId = zoneId.substring(1);
          string = string.replace(/%.+$/, "");
        }
        while ((lastColon = string.indexOf(":", lastColon + 1)) >= 0) {
          colonCount++;
        }
        if (string.substr(0, 2) === "::") {
          colonCount--;
        }
        if (string.substr(-2, 2) === "::") {
          colonCount--;
        }
        if (colonCount >= parts) {
          return null;
        }
        replacementCount = parts - colonCount;
        replacement = ":";
        while (replacementCount--) {
          replacement += "0:";
        }
        string = string.replace("::", replacement);
        if (string[0] === ":") {
          string = string.slice(1);
        }
        if (string[string.length - 1] === ":") {
          string = string.slice(0, -1);
        }
        parts = (function() {
          const ref = string.split(":");
          const results = [];
          for (let i = 0; i < ref.length; i++) {
            results.push(ref[i].length > 4 ? NaN : parseInt(ref[i], 16));
          }
          return results;
        })();
        return {
          parts,
          zoneId
        };
      }
      function matchCIDR(first, second, partSize, cidrBits) {
        if (first.length !== second.length) {
          throw new Error("ipaddr: cannot match CIDR for objects with different lengths");
        }
        let part2 = 0;
        let shift;
        while (cidrBits > 0) {
          shift = partSize - cidrBits;
          if (shift < 0) {
            shift = 0;
          }
          if (first[part2] >> shift !== second[part2] >> shift) {
            return false;
          }
          cidrBits -= partSize;
          part2 += 1;
        }
        return true;
      }
      function parseIntAuto(string) {
        if (hexRegex.test(string)) {
          return parseInt(string, 16);
        }
        if (string[0] === "0" && !isNaN(parseInt(string[1], 10))) {
          if (octalRegex.test(string)) {
            return parseInt(string, 8);
          }
          throw new Error(`ipaddr: cannot parse ${string} as octal`);
        }
        return parseInt(string, 10);
      }
      function padPart(part2, length) {
        while (part2.length < length) {
          part2 = `0${part2}`;
        }
        return part2;
      }
      const ipaddr2 = {};
      ipaddr2.IPv4 = (function() {
        function IPv4(octets) {
          if (octets.length !== 4) {
            throw new Error("ipaddr: ipv4 octet count should be 4");
          }
          let i, octet;
          for (i = 0; i < octets.length; i++) {
            octet = octets[i];
            if (!(0 <= octet && octet <= 255)) {
              throw new Error("ipaddr: ipv4 octet should fit in 8 bits");
            }
          }
          this.octets = octets;
        }
        IPv4.prototype.SpecialRanges = {
          unspecified: [[new IPv4([0, 0, 0, 0]), 8]],
          broadcast: [[new IPv4([255, 255, 255, 255]), 32]],
          // RFC3171
          multicast: [[new IPv4([224, 0, 0, 0]), 4]],
          // RFC3927
          linkLocal: [[new IPv4([169, 254, 0, 0]), 16]],
          // RFC5735
          loopback: [[new IPv4([127, 0, 0, 0]), 8]],
          // RFC6598
          carrierGradeNat: [[new IPv4([100, 64, 0, 0]), 10]],
          // RFC1918
          "private": [
            [new IPv4([10, 0, 0, 0]), 8],
            [new IPv4([172, 16, 0, 0]), 12],
            [new IPv4([192, 168, 0, 0]), 16]
          ],
          // Reserved and testing-only ranges; RFCs 5735, 5737, 2544, 1700
          reserved: [
            [new IPv4([192, 0, 0, 0]), 24],
            [new IPv4([192, 0, 2, 0]), 24],
            [new IPv4([192, 88, 99, 0]), 24],
            [new IPv4([198, 18, 0, 0]), 15],
            [new IPv4([198, 51, 100, 0]), 24],
            [new IPv4([203, 0, 113, 0]), 24],
            [new IPv4([240, 0, 0, 0]), 4]
          ],
          // RFC7534, RFC7535
          as112: [
            [new IPv4([192, 175, 48, 0]), 24],
            [new IPv4([192, 31, 196, 0]), 24]
          ],
          // RFC7450
          amt: [
            [new IPv4([192, 52, 193, 0]), 24]
          ]
        };
        IPv4.prototype.kind = function() {
          return "ipv4";
        };
        IPv4.prototype.match = function(other, cidrRange) {
          let ref;
          if (cidrRange === void 0) {
            ref = other;
            other = ref[0];
            cidrRange = ref[1];
          }
          if (other.kind() !== "ipv4") {
            throw new Error("ipaddr: cannot match ipv4 address with non-ipv4 one");
          }
          return matchCIDR(this.octets, other.octets, 8, cidrRange);
        };
        IPv4.prototype.prefixLengthFromSubnetMask = function() {
          let cidr = 0;
          let stop = false;
          const zerotable = {
            0: 8,
            128: 7,
            192: 6,
            224: 5,
            240: 4,
            248: 3,
            252: 2,
            254: 1,
            255: 0
          };
          let i, octet, zeros;
          for (i = 3; i >= 0; i -= 1) {
            octet = this.octets[i];
            if (octet in zerotable) {
              zeros = zerotable[octet];
              if (stop && zeros !== 0) {
                return null;
              }
              if (zeros !== 8) {
                stop = true;
              }
              cidr += zeros;
            } else {
              return null;
            }
          }
          return 32 - cidr;
        };
        IPv4.prototype.range = function() {
          return ipaddr2.subnetMatch(this, this.SpecialRanges);
        };
        IPv4.prototype.toByteArray = function() {
          return this.octets.slice(0);
        };
        IPv4.prototype.toIPv4MappedAddress = function() {
          return ipaddr2.IPv6.parse(`::ffff:${this.toString()}`);
        };
        IPv4.prototype.toNormalizedString = function() {
          return this.toString();
        };
        IPv4.prototype.toString = function() {
          return this.octets.join(".");
        };
        return IPv4;
      })();
      ipaddr2.IPv4.broadcastAddressFromCIDR = function(string) {
        try {
          const cidr = this.parseCIDR(string);
          const ipInterfaceOctets = cidr[0].toByteArray();
          const subnetMaskOctets = this.subnetMaskFromPrefixLength(cidr[1]).toByteArray();
          const octets = [];
          let i = 0;
          while (i < 4) {
            octets.push(parseInt(ipInterfaceOctets[i], 10) | parseInt(subnetMaskOctets[i], 10) ^ 255);
            i++;
          }
          return new this(octets);
        } catch (e) {
          throw new Error("ipaddr: the address does not have IPv4 CIDR format", { cause: e });
        }
      };
      ipaddr2.IPv4.isIPv4 = function(string) {
        return this.parser(string) !== null;
      };
      ipaddr2.IPv4.isValid = function(string) {
        try {
          new this(this.parser(string));
          return true;
        } catch {
          return false;
        }
      };
      ipaddr2.IPv4.isValidCIDR = function(string) {
        try {
          this.parseCIDR(string);
          return true;
        } catch {
          return false;
        }
      };
      ipaddr2.IPv4.isValidFourPartDecimal = function(string) {
        if (ipaddr2.IPv4.isValid(string) && string.match(/^(0|[1-9]\d*)(\.(0|[1-9]\d*)){3}$/)) {
          return true;
        } else {
          return false;
        }
      };
      ipaddr2.IPv4.isValidCIDRFourPartDecimal = function(string) {
        const match = string.match(/^(.+)\/(\d+)$/);
        if (!ipaddr2.IPv4.isValidCIDR(string) || !match) {
          return false;
        }
        return ipaddr2.IPv4.isValidFourPartDecimal(match[1]);
      };
      ipaddr2.IPv4.networkAddressFromCIDR = function(string) {
        let cidr, i, ipInterfaceOctets, octets, subnetMaskOctets;
        try {
          cidr = this.parseCIDR(string);
          ipInterfaceOctets = cidr[0].toByteArray();
          subnetMaskOctets = this.subnetMaskFromPrefixLength(cidr[1]).toByteArray();
          octets = [];
          i = 0;
          while (i < 4) {
            octets.push(parseInt(ipInterfaceOctets[i], 10) & parseInt(subnetMaskOctets[i], 10));
            i++;
          }
          return new this(octets);
        } catch (e) {
          throw new Error("ipaddr: the address does not have IPv4 CIDR format", { cause: e });
        }
      };
      ipaddr2.IPv4.parse = function(string) {
        const parts = this.parser(string);
        if (parts === null) {
          throw new Error("ipaddr: string is not formatted like an IPv4 Address");
        }
        return new this(parts);
      };
      ipaddr2.IPv4.parseCIDR = function(string) {
        let match;
        if (match = string.match(/^(.+)\/(\d+)$/)) {
          const maskLength = parseInt(match[2]);
          if (maskLength >= 0 && maskLength <= 32) {
            const parsed2 = [this.parse(match[1]), maskLength];
            Object.defineProperty(parsed2, "toString", {
              value: function() {
                return this.join("/");
              }
            });
            return parsed2;
          }
        }
        throw new Error("ipaddr: string is not formatted like an IPv4 CIDR range");
      };
      ipaddr2.IPv4.parser = function(string) {
        let match, part2, value;
        if (match = string.match(ipv4Regexes.fourOctet)) {
          return (function() {
            const ref = match.slice(1, 6);
            const results = [];
            for (let i = 0; i < ref.length; i++) {
              part2 = ref[i];
              results.push(parseIntAuto(part2));
            }
            return results;
          })();
        } else if (match = string.match(ipv4Regexes.longValue)) {
          value = parseIntAuto(match[1]);
          if (value > 4294967295 || value < 0) {
            throw new Error("ipaddr: address outside defined range");
          }
          return (function() {
            const results = [];
            let shift;
            for (shift = 0; shift <= 24; shift += 8) {
              results.push(value >> shift & 255);
            }
            return results;
          })().reverse();
        } else if (match = string.match(ipv4Regexes.twoOctet)) {
          return (function() {
            const ref = match.slice(1, 4);
            const results = [];
            value = parseIntAuto(ref[1]);
            if (value > 16777215 || value < 0) {
              throw new Error("ipaddr: address outside defined range");
            }
            results.push(parseIntAuto(ref[0]));
            results.push(value >> 16 & 255);
            results.push(value >> 8 & 255);
            results.push(value & 255);
            return results;
          })();
        } else if (match = string.match(ipv4Regexes.threeOctet)) {
          return (function() {
            const ref = match.slice(1, 5);
            const results = [];
            value = parseIntAuto(ref[2]);
            if (value > 65535 || value < 0) {
              throw new Error("ipaddr: address outside defined range");
            }
            results.push(parseIntAuto(ref[0]));
            results.push(parseIntAuto(ref[1]));
            results.push(value >> 8 & 255);
            results.push(value & 255);
            return results;
          })();
        } else {
          return null;
        }
      };
      ipaddr2.IPv4.subnetMaskFromPrefixLength = function(prefix) {
        prefix = parseInt(prefix);
        if (Number.isNaN(prefix) || prefix < 0 || prefix > 32) {
          throw new Error("ipaddr: invalid IPv4 prefix length");
        }
        const octets = [0, 0, 0, 0];
        let j = 0;
        const filledOctetCount = Math.floor(prefix / 8);
        while (j < filledOctetCount) {
          octets[j] = 255;
          j++;
        }
        if (filledOctetCount < 4) {
          octets[filledOctetCount] = Math.pow(2, prefix % 8) - 1 << 8 - prefix % 8;
        }
        return new this(octets);
      };
      ipaddr2.IPv6 = (function() {
        function IPv6(parts, zoneId) {
          let i, part2;
          if (parts.length === 16) {
            this.parts = [];
            for (i = 0; i <= 14; i += 2) {
              this.parts.push(parts[i] << 8 | parts[i + 1]);
            }
          } else if (parts.length === 8) {
            this.parts = parts;
          } else {
            throw new Error("ipaddr: ipv6 part count should be 8 or 16");
          }
          for (i = 0; i < this.parts.length; i++) {
            part2 = this.parts[i];
            if (!(0 <= part2 && part2 <= 65535)) {
              throw new Error("ipaddr: ipv6 part should fit in 16 bits");
            }
          }
          if (zoneId) {
            this.zoneId = zoneId;
          }
        }
        IPv6.prototype.SpecialRanges = {
          // RFC4291, here and after
          unspecified: [new IPv6([0, 0, 0, 0, 0, 0, 0, 0]), 128],
          linkLocal: [new IPv6([65152, 0, 0, 0, 0, 0, 0, 0]), 10],
          multicast: [new IPv6([65280, 0, 0, 0, 0, 0, 0, 0]), 8],
          loopback: [new IPv6([0, 0, 0, 0, 0, 0, 0, 1]), 128],
          uniqueLocal: [new IPv6([64512, 0, 0, 0, 0, 0, 0, 0]), 7],
          ipv4Mapped: [new IPv6([0, 0, 0, 0, 0, 65535, 0, 0]), 96],
          // RFC3879
          deprecatedSiteLocal: [new IPv6([65216, 0, 0, 0, 0, 0, 0, 0]), 10],
          // RFC6666
          discard: [new IPv6([256, 0, 0, 0, 0, 0, 0, 0]), 64],
          // RFC6145
          rfc6145: [new IPv6([0, 0, 0, 0, 65535, 0, 0, 0]), 96],
          rfc6052: [
            // RFC6052
            [new IPv6([100, 65435, 0, 0, 0, 0, 0, 0]), 96],
            // RFC8215
            [new IPv6([100, 65435, 1, 0, 0, 0, 0, 0]), 48]
          ],
          // RFC3056
          "6to4": [new IPv6([8194, 0, 0, 0, 0, 0, 0, 0]), 16],
          // RFC6052, RFC6146
          teredo: [new IPv6([8193, 0, 0, 0, 0, 0, 0, 0]), 32],
          // RFC5180
          benchmarking: [new IPv6([8193, 2, 0, 0, 0, 0, 0, 0]), 48],
          // RFC7450
          amt: [new IPv6([8193, 3, 0, 0, 0, 0, 0, 0]), 32],
          as112v6: [
            // RFC7535
            [new IPv6([8193, 4, 274, 0, 0, 0, 0, 0]), 48],
            // RFC7534
            [new IPv6([9760, 79, 32768, 0, 0, 0, 0, 0]), 48]
          ],
          // RFC4843
          deprecatedOrchid: [new IPv6([8193, 16, 0, 0, 0, 0, 0, 0]), 28],
          // RFC7343
          orchid2: [new IPv6([8193, 32, 0, 0, 0, 0, 0, 0]), 28],
          // RFC9374
          droneRemoteIdProtocolEntityTags: [new IPv6([8193, 48, 0, 0, 0, 0, 0, 0]), 28],
          // RFC9602
          segmentRouting: [new IPv6([24320, 0, 0, 0, 0, 0, 0, 0]), 16],
          reserved: [
            // RFC3849
            [new IPv6([8193, 0, 0, 0, 0, 0, 0, 0]), 23],
            // RFC2928
            [new IPv6([8193, 3512, 0, 0, 0, 0, 0, 0]), 32],
            // RFC9637
            [new IPv6([16383, 0, 0, 0, 0, 0, 0, 0]), 20]
          ]
        };
        IPv6.prototype.isIPv4MappedAddress = function() {
          return this.range() === "ipv4Mapped";
        };
        IPv6.prototype.kind = function() {
          return "ipv6";
        };
        IPv6.prototype.match = function(other, cidrRange) {
          let ref;
          if (cidrRange === void 0) {
            ref = other;
            other = ref[0];
            cidrRange = ref[1];
          }
          if (other.kind() !== "ipv6") {
            throw new Error("ipaddr: cannot match ipv6 address with non-ipv6 one");
          }
          return matchCIDR(this.parts, other.parts, 16, cidrRange);
        };
        IPv6.prototype.prefixLengthFromSubnetMask = function() {
          let cidr = 0;
          let stop = false;
          const zerotable = {
            0: 16,
            32768: 15,
            49152: 14,
            57344: 13,
            61440: 12,
            63488: 11,
            64512: 10,
            65024: 9,
            65280: 8,
            65408: 7,
            65472: 6,
            65504: 5,
            65520: 4,
            65528: 3,
            65532: 2,
            65534: 1,
            65535: 0
          };
          let part2, zeros;
          for (let i = 7; i >= 0; i -= 1) {
            part2 = this.parts[i];
            if (part2 in zerotable) {
              zeros = zerotable[part2];
              if (stop && zeros !== 0) {
                return null;
              }
              if (zeros !== 16) {
                stop = true;
              }
              cidr += zeros;
            } else {
              return null;
            }
          }
          return 128 - cidr;
        };
        IPv6.prototype.range = function() {
          return ipaddr2.subnetMatch(this, this.SpecialRanges);
        };
        IPv6.prototype.toByteArray = function() {
          let part2;
          const bytes = [];
          const ref = this.parts;
          for (let i = 0; i < ref.length; i++) {
            part2 = ref[i];
            bytes.push(part2 >> 8);
            bytes.push(part2 & 255);
          }
          return bytes;
        };
        IPv6.prototype.toFixedLengthString = function() {
          const addr = (function() {
            const results = [];
            for (let i = 0; i < this.parts.length; i++) {
              results.push(padPart(this.parts[i].toString(16), 4));
            }
            return results;
          }).call(this).join(":");
          let suffix = "";
          if (this.zoneId) {
            suffix = `%${this.zoneId}`;
          }
          return addr + suffix;
        };
        IPv6.prototype.toIPv4Address = function() {
          if (!this.isIPv4MappedAddress()) {
            throw new Error("ipaddr: trying to convert a generic ipv6 address to ipv4");
          }
          const ref = this.parts.slice(-2);
          const high = ref[0];
          const low = ref[1];
          return new ipaddr2.IPv4([high >> 8, high & 255, low >> 8, low & 255]);
        };
        IPv6.prototype.toNormalizedString = function() {
          const addr = (function() {
            const results = [];
            for (let i = 0; i < this.parts.length; i++) {
              results.push(this.parts[i].toString(16));
            }
            return results;
          }).call(this).join(":");
          let suffix = "";
          if (this.zoneId) {
            suffix = `%${this.zoneId}`;
          }
          return addr + suffix;
        };
        IPv6.prototype.toRFC5952String = function() {
          const regex = /((^|:)(0(:|$)){2,})/g;
          let suffix = "";
          if (this.zoneId) {
            suffix = `%${this.zoneId}`;
          }
          const normalized = this.toNormalizedString();
          const string = normalized.slice(0, normalized.length - suffix.length);
          let bestMatchIndex = 0;
          let bestMatchLength = -1;
          let bestMatchGroups = -1;
          let match;
          while (match = regex.exec(string)) {
            const groups = (match[0].match(/0/g) || []).length;
            if (groups > bestMatchGroups) {
              bestMatchGroups = groups;
              bestMatchIndex = match.index;
              bestMatchLength = match[0].length;
            }
          }
          if (bestMatchLength < 0) {
            return string + suffix;
          }
          return `${string.substring(0, bestMatchIndex)}::${string.substring(bestMatchIndex + bestMatchLength)}${suffix}`;
        };
        IPv6.prototype.toString = function() {
          return this.toRFC5952String();
        };
        return IPv6;
      })();
      ipaddr2.IPv6.broadcastAddressFromCIDR = function(string) {
        try {
          const cidr = this.parseCIDR(string);
          const ipInterfaceOctets = cidr[0].toByteArray();
          const subnetMaskOctets = this.subnetMaskFromPrefixLength(cidr[1]).toByteArray();
          const octets = [];
          let i = 0;
          while (i < 16) {
            octets.push(parseInt(ipInterfaceOctets[i], 10) | parseInt(subnetMaskOctets[i], 10) ^ 255);
            i++;
          }
          return new this(octets);
        } catch (e) {
          throw new Error("ipaddr: the address does not have IPv6 CIDR format", { cause: e });
        }
      };
      ipaddr2.IPv6.isIPv6 = function(string) {
        return this.parser(string) !== null;
      };
      ipaddr2.IPv6.isValid = function(string) {
        if (typeof string === "string" && string.indexOf(":") === -1) {
          return false;
        }
        try {
          const addr = this.parser(string);
          new this(addr.parts, addr.zoneId);
          return true;
        } catch {
          return false;
        }
      };
      ipaddr2.IPv6.isValidCIDR = function(string) {
        if (typeof string === "string" && string.indexOf(":") === -1) {
          return false;
        }
        try {
          this.parseCIDR(string);
          return true;
        } catch {
          return false;
        }
      };
      ipaddr2.IPv6.networkAddressFromCIDR = function(string) {
        let cidr, i, ipInterfaceOctets, octets, subnetMaskOctets;
        try {
          cidr = this.parseCIDR(string);
          ipInterfaceOctets = cidr[0].toByteArray();
          subnetMaskOctets = this.subnetMaskFromPrefixLength(cidr[1]).toByteArray();
          octets = [];
          i = 0;
          while (i < 16) {
            octets.push(parseInt(ipInterfaceOctets[i], 10) & parseInt(subnetMaskOctets[i], 10));
            i++;
          }
          return new this(octets);
        } catch (e) {
          throw new Error("ipaddr: the address does not have IPv6 CIDR format", { cause: e });
        }
      };
      ipaddr2.IPv6.parse = function(string) {
        const addr = this.parser(string);
        if (addr === null) {
          throw new Error("ipaddr: string is not formatted like an IPv6 Address");
        }
        return new this(addr.parts, addr.zoneId);
      };
      ipaddr2.IPv6.parseCIDR = function(string) {
        let maskLength, match, parsed2;
        if (match = string.match(/^(.+)\/(\d+)$/)) {
          maskLength = parseInt(match[2]);
          if (maskLength >= 0 && maskLength <= 128) {
            parsed2 = [this.parse(match[1]), maskLength];
            Object.defineProperty(parsed2, "toString", {
              value: function() {
                return this.join("/");
              }
            });
            return parsed2;
          }
        }
        throw new Error("ipaddr: string is not formatted like an IPv6 CIDR range");
      };
      ipaddr2.IPv6.parser = function(string) {
        let addr, i, match, octet, octets, zoneId;
        if (match = string.match(ipv6Regexes.deprecatedTransitional)) {
          return this.parser(`::ffff:${match[1]}`);
        }
        if (ipv6Regexes.native.test(string)) {
          return expandIPv6(string, 8);
        }
        if (match = string.match(ipv6Regexes.transitional)) {
          zoneId = match[6] || "";
          addr = match[1];
          if (!match[1].endsWith("::")) {
            addr = addr.slice(0, -1);
          }
          addr = expandIPv6(addr + zoneId, 6);
          if (addr && addr.parts) {
            octets = [
              parseInt(match[2]),
              parseInt(match[3]),
              parseInt(match[4]),
              parseInt(match[5])
            ];
            for (i = 0; i < octets.length; i++) {
              octet = octets[i];
              if (!(0 <= octet && octet <= 255)) {
                return null;
              }
            }
            addr.parts.push(octets[0] << 8 | octets[1]);
            addr.parts.push(octets[2] << 8 | octets[3]);
            return {
              parts: addr.parts,
              zoneId: addr.zoneId
            };
          }
        }
        return null;
      };
      ipaddr2.IPv6.subnetMaskFromPrefixLength = function(prefix) {
        prefix = parseInt(prefix);
        if (Number.isNaN(prefix) || prefix < 0 || prefix > 128) {
          throw new Error("ipaddr: invalid IPv6 prefix length");
        }
        const octets = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
        let j = 0;
        const filledOctetCount = Math.floor(prefix / 8);
        while (j < filledOctetCount) {
          octets[j] = 255;
          j++;
        }
        if (filledOctetCount < 16) {
          octets[filledOctetCount] = Math.pow(2, prefix % 8) - 1 << 8 - prefix % 8;
        }
        return new this(octets);
      };
      ipaddr2.fromByteArray = function(bytes) {
        const length = bytes.length;
        if (length === 4) {
          return new ipaddr2.IPv4(bytes);
        } else if (length === 16) {
          return new ipaddr2.IPv6(bytes);
        } else {
          throw new Error("ipaddr: the binary input is neither an IPv6 nor IPv4 address");
        }
      };
      ipaddr2.isValid = function(string) {
        return ipaddr2.IPv6.isValid(string) || ipaddr2.IPv4.isValid(string);
      };
      ipaddr2.isValidCIDR = function(string) {
        return ipaddr2.IPv6.isValidCIDR(string) || ipaddr2.IPv4.isValidCIDR(string);
      };
      ipaddr2.parse = function(string) {
        if (ipaddr2.IPv6.isValid(string)) {
          return ipaddr2.IPv6.parse(string);
        } else if (ipaddr2.IPv4.isValid(string)) {
          return ipaddr2.IPv4.parse(string);
        } else {
          throw new Error("ipaddr: the address has neither IPv6 nor IPv4 format");
        }
      };
      ipaddr2.parseCIDR = function(string) {
        try {
          return ipaddr2.IPv6.parseCIDR(string);
        } catch {
          try {
            return ipaddr2.IPv4.parseCIDR(string);
          } catch (e) {
            throw new Error("ipaddr: the address has neither IPv6 nor IPv4 CIDR format", { cause: e });
          }
        }
      };
      ipaddr2.process = function(string) {
        const addr = this.parse(string);
        if (addr.kind() === "ipv6" && addr.isIPv4MappedAddress()) {
          return addr.toIPv4Address();
        } else {
          return addr;
        }
      };
      ipaddr2.subnetMatch = function(address2, rangeList, defaultName) {
        let i, rangeName, rangeSubnets, subnet;
        if (defaultName === void 0 || defaultName === null) {
          defaultName = "unicast";
        }
        for (rangeName in rangeList) {
          if (Object.prototype.hasOwnProperty.call(rangeList, rangeName)) {
            rangeSubnets = rangeList[rangeName];
            if (rangeSubnets[0] && !(rangeSubnets[0] instanceof Array)) {
              rangeSubnets = [rangeSubnets];
            }
            for (i = 0; i < rangeSubnets.length; i++) {
              subnet = rangeSubnets[i];
              if (address2.kind() === subnet[0].kind() && address2.match.apply(address2, subnet)) {
                return rangeName;
              }
            }
          }
        }
        return defaultName;
      };
      if (typeof module !== "undefined" && module.exports) {
        module.exports = ipaddr2;
      } else {
        root.ipaddr = ipaddr2;
      }
    })(exports);
  }
});

// test/bench/tmp3.ts
import { readFileSync } from "node:fs";

// packages/policy-language/src/expression/type.ts
var simpleKinds = [
  "bool",
  "int",
  "uint",
  "double",
  "string",
  "bytes",
  "null",
  "timestamp",
  "duration",
  "dyn"
];
var simpleTypes = new Map(simpleKinds.map((kind) => [kind, { kind }]));
var parsed = /* @__PURE__ */ new Map();
function parseType(text2) {
  let type2 = parsed.get(text2);
  if (type2 === void 0) {
    type2 = readType(text2);
    parsed.set(text2, type2);
  }
  return type2;
}
function readType(text2) {
  const match = /^([A-Za-z_]\w*)(?:\((.*)\))?$/.exec(text2.trim());
  const [, name = "", inner] = match ?? [];
  const parts = inner === void 0 ? [] : splitParts(inner).map(parseType);
  const [first, second] = parts;
  if (name === "list" && first !== void 0 && parts.length === 1) {
    return { kind: "list", element: first };
  }
  if (name === "type" && first !== void 0 && parts.length === 1) {
    return { kind: "type", of: first };
  }
  if (name === "map" && first !== void 0 && second !== void 0 && parts.length === 2) {
    return { kind: "map", key: first, value: second };
  }
  if (name === "" || inner !== void 0 || name === "list" || name === "map") {
    throw new RangeError(`"${text2}" is not a type.`);
  }
  const simple = simpleTypes.get(name);
  if (simple !== void 0) return simple;
  return /^[A-Z]$/.test(name) ? { kind: "variable", name } : { kind: "record", name };
}
function splitParts(text2) {
  const parts = [];
  let depth = 0;
  let start = 0;
  for (let index = 0; index < text2.length; index++) {
    if (text2[index] === "(") depth += 1;
    else if (text2[index] === ")") depth -= 1;
    else if (text2[index] === "," && depth === 0) {
      parts.push(text2.slice(start, index));
      start = index + 1;
    }
  }
  return [...parts, text2.slice(start)];
}
function typeText(type2) {
  switch (type2.kind) {
    case "list":
      return `list(${typeText(type2.element)})`;
    case "map":
      return `map(${typeText(type2.key)}, ${typeText(type2.value)})`;
    case "type":
      return `type(${typeText(type2.of)})`;
    case "record":
    case "variable":
      return type2.name;
    case "free":
      return type2.solution === void 0 ? "dyn" : typeText(type2.solution);
    default:
      return type2.kind;
  }
}
function solved(type2) {
  return type2.kind === "free" && type2.solution !== void 0 ? solved(type2.solution) : type2;
}
function isOpen(type2) {
  const { kind } = solved(type2);
  return kind === "dyn" || kind === "free";
}

// packages/policy-language/src/catalogue/protocol.ts
var protocols = ["http", "tcp", "tls"];

// packages/policy-language/src/catalogue/standard/functions.ts
var standardFunctions = [
  {
    name: "size",
    description: "the number of characters, bytes, items or entries",
    overloads: ["string", "bytes", "list(A)", "map(A, B)"].flatMap((type2) => [
      { parameters: [type2], returns: "int" },
      { target: type2, parameters: [], returns: "int" }
    ]),
    neverFails: true
  },
  ...[
    ["contains", "whether the text has this text somewhere in it"],
    ["startsWith", "whether the text begins with this text"],
    ["endsWith", "whether the text ends with this text"]
  ].map(([name, description]) => ({
    name,
    description,
    overloads: [{ target: "string", parameters: ["string"], returns: "bool" }],
    neverFails: true
  })),
  {
    name: "matches",
    description: "whether the regular expression (RE2) matches somewhere in the text",
    overloads: [
      {
        target: "string",
        parameters: ["string"],
        returns: "bool",
        formats: ["regular-expression"]
      },
      {
        parameters: ["string", "string"],
        returns: "bool",
        formats: [void 0, "regular-expression"]
      }
    ]
  },
  conversion("bool", ["bool", "string"], "true or false"),
  conversion("bytes", ["bytes", "string"], "bytes"),
  conversion("double", ["double", "int", "uint", "string"], "a floating-point number"),
  conversion(
    "duration",
    ["duration", "string"],
    "a length of time, from text like `90s`",
    "duration"
  ),
  conversion("int", ["int", "uint", "double", "string", "timestamp"], "a whole number"),
  conversion(
    "string",
    ["string", "bool", "int", "uint", "double", "bytes", "timestamp", "duration"],
    "text"
  ),
  conversion(
    "timestamp",
    ["timestamp", "string", "int"],
    "a point in time, from RFC 3339 text",
    "timestamp"
  ),
  conversion("uint", ["uint", "int", "double", "string"], "a whole number that is not negative"),
  {
    name: "dyn",
    description: "the same value, its type not checked",
    overloads: [{ parameters: ["A"], returns: "dyn" }]
  },
  {
    name: "type",
    description: "the type of a value",
    overloads: [{ parameters: ["A"], returns: "type(A)" }]
  },
  ...["getFullYear", "getMonth", "getDate", "getDayOfMonth", "getDayOfWeek", "getDayOfYear"].map(
    (name) => ({
      name,
      description: "a part of a point in time, in UTC or in a time zone",
      overloads: ofTimestamp()
    })
  ),
  ...["getHours", "getMinutes", "getSeconds", "getMilliseconds"].map((name) => ({
    name,
    description: "a part of a point in time, in UTC or in a time zone, or of a length of time",
    overloads: [...ofTimestamp(), { target: "duration", parameters: [], returns: "int" }]
  }))
];
function conversion(name, from, description, format2) {
  const overloads = from.map((type2) => ({
    parameters: [type2],
    returns: name,
    ...format2 !== void 0 && type2 === "string" ? { formats: [format2] } : {}
  }));
  return { name, description: `the value as ${description}`, overloads };
}
function ofTimestamp() {
  return [
    { target: "timestamp", parameters: [], returns: "int" },
    { target: "timestamp", parameters: ["string"], returns: "int" }
  ];
}

// packages/policy-language/src/catalogue/directions/actions/index.generated.ts
var actions = [
  {
    type: "add-headers",
    description: "Adds headers to the request on its way in, or to the response on its way out.",
    config: {
      additionalProperties: false,
      type: "object",
      required: ["headers"],
      properties: {
        headers: {
          type: "object",
          additionalProperties: { type: "string" },
          minProperties: 1,
          maxProperties: 10,
          description: "Name to value, one to ten. Names are put into lower case; `host` replaces the header that is there.",
          propertyNames: {
            not: {
              enum: [
                "user-agent",
                "User-Agent",
                "ngrok-skip-browser-warning",
                "Ngrok-Skip-Browser-Warning"
              ]
            }
          }
        }
      }
    },
    directions: { http: ["inbound", "outbound"], tcp: [], tls: [] },
    endsProcessing: "never",
    changes: ["req", "res"],
    interpolated: ["headers"],
    regularExpressions: [],
    headers: { sets: "headers" },
    example: { headers: { "x-client-country": "${conn.geo.country_code}" } }
  },
  {
    type: "compress-response",
    description: "Compresses the response with an algorithm that the client accepts.",
    config: {
      additionalProperties: false,
      type: "object",
      properties: {
        algorithms: {
          default: ["gzip", "deflate", "br", "compress"],
          description: "The algorithms to choose from; all four when left out.",
          type: "array",
          items: { type: "string", enum: ["gzip", "deflate", "br", "compress"] }
        }
      }
    },
    directions: { http: ["inbound", "outbound"], tcp: [], tls: [] },
    endsProcessing: "never",
    changes: ["res"],
    interpolated: [],
    regularExpressions: [],
    example: { algorithms: ["br", "gzip"] },
    unsure: ["Which algorithm wins between equal preferences of the client is not documented."]
  },
  {
    type: "custom-response",
    description: "Answers the request itself; the upstream is not asked.",
    config: {
      additionalProperties: false,
      type: "object",
      required: ["status_code"],
      properties: {
        status_code: { description: "The HTTP status of the answer.", type: "integer" },
        content: { description: "The body of the answer.", type: "string" },
        headers: {
          type: "object",
          additionalProperties: { type: "string" },
          maxProperties: 10,
          description: "Headers of the answer: name to value, ten at most."
        }
      }
    },
    directions: { http: ["inbound", "outbound"], tcp: [], tls: [] },
    endsProcessing: "always",
    changes: ["res"],
    interpolated: ["content", "headers"],
    regularExpressions: [],
    otherFieldNames: { body: "content" },
    answer: { kind: "response", status: "status_code", content: "content" },
    headers: { sets: "headers" },
    example: {
      status_code: 503,
      headers: { "content-type": "text/plain" },
      content: "Back in five minutes."
    },
    unsure: [
      "Whether outbound rules still run after an inbound custom-response is not documented.",
      "Without a content-type header the service infers one; by which rules is not documented.",
      "The earliest documentation had a key `content_type`, which was soon taken out."
    ]
  },
  {
    type: "deny",
    description: "Refuses the request, or closes the connection of a TCP or TLS policy.",
    config: {
      additionalProperties: false,
      type: "object",
      properties: {
        status_code: {
          description: "The HTTP status of the refusal; HTTP policies only.",
          type: "integer"
        }
      }
    },
    directions: { http: ["inbound"], tcp: ["inbound"], tls: ["inbound"] },
    endsProcessing: "always",
    changes: [],
    interpolated: [],
    regularExpressions: [],
    answer: { kind: "refusal", status: "status_code" },
    fieldProtocols: { status_code: ["http"] },
    example: { status_code: 403 },
    unsure: ["The status without a config was 999 until 2025-03-10 and has been 403 since."]
  },
  {
    type: "forward-internal",
    description: "Hands the traffic over to an internal endpoint, which answers it.",
    config: {
      additionalProperties: false,
      type: "object",
      required: ["url"],
      properties: {
        url: { description: "The URL of the internal endpoint.", type: "string" },
        binding: {
          type: "string",
          enum: ["internal"],
          description: "What the endpoint is bound to."
        },
        on_error: {
          type: "string",
          enum: ["halt", "continue"],
          default: "halt",
          description: "What follows when the endpoint cannot be reached: `halt` ends processing, `continue` goes on with the next action."
        }
      }
    },
    directions: { http: ["inbound"], tcp: ["inbound"], tls: ["inbound"] },
    endsProcessing: {
      when: "forwarding succeeds, or fails while `on_error` is `halt`",
      unless: { on_error: "continue" }
    },
    changes: [],
    interpolated: [],
    regularExpressions: [],
    formats: { url: "url" },
    example: { url: "https://billing.internal", on_error: "continue" }
  },
  {
    type: "jwt-validation",
    description: "Checks the JSON Web Tokens of the request, and answers 401 when one is not valid.",
    config: {
      additionalProperties: false,
      type: "object",
      required: ["issuer", "audience", "http", "jws"],
      properties: {
        issuer: {
          additionalProperties: false,
          description: "Who may have issued the token.",
          type: "object",
          required: ["allow_list"],
          properties: {
            allow_list: {
              minItems: 1,
              description: "One of these has to match.",
              type: "array",
              items: {
                additionalProperties: false,
                type: "object",
                required: ["value"],
                properties: {
                  value: { description: "The issuer, as the claim `iss` has it.", type: "string" }
                }
              }
            }
          }
        },
        audience: {
          additionalProperties: false,
          description: "Whom the token may be meant for.",
          type: "object",
          required: ["allow_list"],
          properties: {
            allow_list: {
              minItems: 1,
              description: "One of these has to match.",
              type: "array",
              items: {
                additionalProperties: false,
                type: "object",
                required: ["value"],
                properties: {
                  value: { description: "An audience, as the claim `aud` has it.", type: "string" }
                }
              }
            }
          }
        },
        http: {
          additionalProperties: false,
          description: "Where the request holds tokens.",
          type: "object",
          required: ["tokens"],
          properties: {
            tokens: {
              description: "The tokens to check.",
              type: "array",
              items: {
                additionalProperties: false,
                type: "object",
                required: ["type", "method", "name"],
                properties: {
                  type: {
                    type: "string",
                    enum: ["access_token", "at+jwt", "id_token", "it+jwt", "plain", "jwt"],
                    description: "What kind of token it is."
                  },
                  method: {
                    type: "string",
                    enum: ["header", "body"],
                    description: "Which part of the request has it."
                  },
                  name: {
                    description: "The name of the header, or of the field in the body.",
                    type: "string"
                  },
                  prefix: {
                    description: "What stands before the token, such as `Bearer `.",
                    type: "string"
                  }
                }
              }
            }
          }
        },
        jws: {
          additionalProperties: false,
          description: "How tokens are signed.",
          type: "object",
          required: ["allowed_algorithms", "keys"],
          properties: {
            allowed_algorithms: {
              minItems: 1,
              description: "The algorithms a token may be signed with, such as `RS256`; never `none`.",
              type: "array",
              items: { not: { enum: ["none"] }, type: "string" }
            },
            keys: {
              additionalProperties: false,
              description: "The keys that signatures are checked with.",
              type: "object",
              required: ["sources"],
              properties: {
                sources: {
                  additionalProperties: false,
                  description: "Where the keys come from.",
                  type: "object",
                  required: ["additional_jkus"],
                  properties: {
                    additional_jkus: {
                      description: "URLs of JSON Web Key Sets.",
                      type: "array",
                      items: { type: "string" }
                    }
                  }
                }
              }
            }
          }
        }
      }
    },
    directions: { http: ["inbound"], tcp: [], tls: [] },
    endsProcessing: { when: "a token is missing or not valid" },
    changes: [],
    interpolated: [],
    regularExpressions: [],
    formats: { "jws.keys.sources.additional_jkus": "url" },
    trustedUrls: ["jws.keys.sources.additional_jkus"],
    signingAlgorithms: "jws.allowed_algorithms",
    example: {
      issuer: { allow_list: [{ value: "https://issuer.example.com/" }] },
      audience: { allow_list: [{ value: "urn:example:api" }] },
      http: {
        tokens: [{ type: "jwt", method: "header", name: "Authorization", prefix: "Bearer " }]
      },
      jws: {
        allowed_algorithms: ["RS256"],
        keys: { sources: { additional_jkus: ["https://issuer.example.com/jwks.json"] } }
      }
    }
  },
  {
    type: "log",
    description: "Writes an entry with data of your choice to the event log.",
    config: {
      additionalProperties: false,
      type: "object",
      required: ["metadata"],
      properties: {
        metadata: {
          type: "object",
          additionalProperties: {},
          description: "What the entry says: free keys and values."
        }
      }
    },
    directions: {
      http: ["inbound", "outbound"],
      tcp: ["inbound", "outbound"],
      tls: ["inbound", "outbound"]
    },
    endsProcessing: "never",
    changes: [],
    interpolated: ["metadata"],
    regularExpressions: [],
    example: { metadata: { event: "refused", client: "${conn.client_ip}" } },
    unsure: ["That it works in outbound rules of TCP policies is listed and nowhere explained."]
  },
  {
    type: "rate-limit",
    description: "Answers 429 with `retry-after` to requests over a limit; the others go on.",
    config: {
      additionalProperties: false,
      type: "object",
      required: ["name", "algorithm", "capacity", "rate", "bucket_key"],
      properties: {
        name: { maxLength: 1024, description: "What the limit is called.", type: "string" },
        algorithm: {
          type: "string",
          enum: ["sliding_window"],
          description: "How requests are counted."
        },
        capacity: {
          minimum: 1,
          maximum: 2e9,
          description: "How many requests a bucket lets through within the time `rate`. Each server of the service counts on its own.",
          type: "integer"
        },
        rate: {
          description: "The length of time, such as `60s`: from `60s` to `24h` in steps of `10s`.",
          type: "string"
        },
        bucket_key: {
          maxItems: 10,
          description: "What makes requests share a bucket, ten at most: `conn.client_ip`, `req.host`, `req.headers['name']` or `getReqHeader('Name')`. Several together make one bucket a combination.",
          type: "array",
          items: { type: "string" }
        }
      }
    },
    directions: { http: ["inbound"], tcp: [], tls: [] },
    unsureDirections: { http: ["outbound"] },
    endsProcessing: { when: "the request is over the limit" },
    changes: [],
    interpolated: [],
    regularExpressions: [],
    formats: {
      rate: { minimum: "60s", maximum: "24h", multipleOf: "10s" },
      bucket_key: "expression"
    },
    listedExpressions: {
      bucket_key: ["conn.client_ip", "req.host", "req.headers['name']", "getReqHeader('Name')"]
    },
    example: {
      name: "Thirty a minute for each client",
      algorithm: "sliding_window",
      capacity: 30,
      rate: "60s",
      bucket_key: ["conn.client_ip"]
    },
    unsure: [
      "Late documentation lists outbound rules too, its overview only inbound ones.",
      "Whether a bucket key can be any other expression is not documented.",
      "One place allows names of 1024 characters, another only shorter ones."
    ]
  },
  {
    type: "redirect",
    description: "Sends the client to another URL, made from the URL of the request.",
    config: {
      additionalProperties: false,
      type: "object",
      required: ["to"],
      properties: {
        from: {
          description: "Regular expression (RE2), matched against the whole URL with its scheme and host; the whole URL is replaced when left out.",
          type: "string"
        },
        to: { description: "The replacement; `$1` is the first capture group.", type: "string" },
        status_code: {
          minimum: 300,
          maximum: 399,
          default: 302,
          description: "The HTTP status of the redirect, from 300 to 399.",
          type: "integer"
        },
        headers: {
          type: "object",
          additionalProperties: { type: "string" },
          maxProperties: 10,
          description: "Headers of the redirect: name to value, ten at most."
        },
        format: {
          type: "string",
          enum: ["ngrok", "nginx"],
          default: "ngrok",
          description: "How `to` names parts of the URL: `ngrok` as `${req.url.path}`, `nginx` as `$uri` and `$args`."
        }
      }
    },
    directions: { http: ["inbound"], tcp: [], tls: [] },
    endsProcessing: { when: "the URL changes" },
    changes: [],
    interpolated: ["from", "to", "headers"],
    regularExpressions: ["from"],
    answer: { kind: "redirect", status: "status_code" },
    headers: { sets: "headers" },
    rewrite: {
      from: "from",
      to: "to",
      variables: [
        "arg_*",
        "args",
        "authority",
        "host",
        "is_args",
        "port",
        "query_string",
        "scheme",
        "uri",
        "user"
      ]
    },
    example: { from: "/old-store/", to: "/store/", status_code: 301 },
    unsure: ["The format `nginx` is only seen in examples."]
  },
  {
    type: "remove-headers",
    description: "Takes headers away from the request on its way in, or from the response on its way out.",
    config: {
      additionalProperties: false,
      type: "object",
      required: ["headers"],
      properties: {
        headers: {
          minItems: 1,
          maxItems: 10,
          description: "The names of the headers, one to ten; `user-agent` has to stay.",
          type: "array",
          items: { not: { enum: ["user-agent", "User-Agent"] }, type: "string" }
        }
      }
    },
    directions: { http: ["inbound", "outbound"], tcp: [], tls: [] },
    endsProcessing: "never",
    changes: ["req", "res"],
    interpolated: [],
    regularExpressions: [],
    headers: { removes: "headers" },
    example: { headers: ["x-powered-by", "server"] }
  },
  {
    type: "restrict-ips",
    description: "Lets only some client addresses through: others get 403, or in TCP and TLS policies their connection is closed.",
    config: {
      additionalProperties: false,
      type: "object",
      properties: {
        enforce: {
          default: true,
          description: "Whether addresses are refused at all; `false` is a trial.",
          type: "boolean"
        },
        allow: {
          description: "CIDRs of addresses to let through, such as `192.0.2.0/24`.",
          type: "array",
          items: { type: "string" }
        },
        deny: {
          description: "CIDRs of addresses to refuse, even when `allow` has them.",
          type: "array",
          items: { type: "string" }
        },
        ip_policies: {
          description: "Identifiers of IP policies that are kept at the service.",
          type: "array",
          items: { type: "string" }
        }
      }
    },
    directions: { http: ["inbound"], tcp: ["inbound"], tls: ["inbound"] },
    endsProcessing: { when: "the address is refused and `enforce` is not false" },
    changes: [],
    interpolated: [],
    regularExpressions: [],
    formats: { allow: "cidr", deny: "cidr" },
    example: { allow: ["192.0.2.0/24", "2001:db8::/32"], deny: ["192.0.2.66/32"] },
    unsure: ["That nobody is let through without an `allow` list is likely, but not documented."]
  },
  {
    type: "url-rewrite",
    description: "Replaces what matches in the request URL before it goes to the upstream.",
    config: {
      additionalProperties: false,
      type: "object",
      required: ["from", "to"],
      properties: {
        from: {
          description: "Regular expression (RE2), matched against the whole URL with its scheme and host; all matches are replaced.",
          type: "string"
        },
        to: { description: "The replacement; `$1` is the first capture group.", type: "string" },
        format: {
          type: "string",
          enum: ["ngrok", "nginx"],
          default: "ngrok",
          description: "How `to` names parts of the URL: `ngrok` as `${req.url.path}`, `nginx` as `$uri` and `$args`."
        }
      }
    },
    directions: { http: ["inbound"], tcp: [], tls: [] },
    endsProcessing: "never",
    changes: ["req"],
    interpolated: ["from", "to"],
    regularExpressions: ["from"],
    rewrite: {
      from: "from",
      to: "to",
      variables: [
        "arg_*",
        "args",
        "authority",
        "host",
        "is_args",
        "port",
        "query_string",
        "scheme",
        "uri",
        "user"
      ]
    },
    example: { from: "/v1/", to: "/v2/" }
  }
];

// packages/policy-language/src/catalogue/directions/foreign-names.ts
var foreignNames = /* @__PURE__ */ new Map([
  ["client.ip", "conn.client_ip"],
  ["client_ip", "conn.client_ip"],
  ["clientIp", "conn.client_ip"],
  ["conn.ip", "conn.client_ip"],
  ["conn.remote_ip", "conn.client_ip"],
  ["ip", "conn.client_ip"],
  ["ip.src", "conn.client_ip"],
  ["remote_addr", "conn.client_ip"],
  ["req.ip", "conn.client_ip"],
  ["req.client_ip", "conn.client_ip"],
  ["req.connection.remoteAddress", "conn.client_ip"],
  ["req.remote_addr", "conn.client_ip"],
  ["req.remoteAddress", "conn.client_ip"],
  ["req.socket.remoteAddress", "conn.client_ip"],
  ["request.ip", "conn.client_ip"],
  ["request.client_ip", "conn.client_ip"],
  ["request.remote_addr", "conn.client_ip"],
  ["headers", "req.headers"],
  ["http.request.headers", "req.headers"],
  ["request.headers", "req.headers"],
  ["response.headers", "res.headers"],
  ["http.request.method", "req.method"],
  ["method", "req.method"],
  ["request.method", "req.method"],
  ["http.host", "req.host"],
  ["req.hostname", "req.host"],
  ["request.host", "req.host"],
  ["request.hostname", "req.host"],
  ["cookies", "req.cookies"],
  ["request.cookies", "req.cookies"],
  ["response.cookies", "res.cookies"],
  ["http.request.uri", "req.url.uri"],
  ["http.request.uri.path", "req.url.path"],
  ["http.request.uri.query", "req.url.query"],
  ["path", "req.url.path"],
  ["req.originalUrl", "req.url"],
  ["req.params", "req.url.query_params"],
  ["req.query", "req.url.query_params"],
  ["req.query_params", "req.url.query_params"],
  ["req.queryParams", "req.url.query_params"],
  ["req.query_string", "req.url.query"],
  ["req.uri", "req.url.uri"],
  ["request.params", "req.url.query_params"],
  ["request.path", "req.url.path"],
  ["request.query", "req.url.query_params"],
  ["request.uri", "req.url.uri"],
  ["request.url", "req.url"],
  ["http.user_agent", "req.user_agent"],
  ["request.user_agent", "req.user_agent"],
  ["user_agent", "req.user_agent"],
  ["req.protocol", "req.url.scheme"],
  ["request.protocol", "req.url.scheme"],
  ["request.scheme", "req.url.scheme"],
  ["http.response.code", "res.status_code"],
  ["res.status", "res.status_code"],
  ["res.code", "res.status_code"],
  ["response.status", "res.status_code"],
  ["response.status_code", "res.status_code"],
  ["response.statusCode", "res.status_code"]
]);

// packages/policy-language/src/catalogue/directions/functions.ts
var ofRequest = {
  protocols: ["http"],
  directions: ["inbound", "outbound"]
};
var ofResponse = {
  protocols: ["http"],
  directions: ["outbound"]
};
var directionUnsure = "That it exists in outbound rules only is not said outright.";
var missingUnsure = "What it gives when there is none is not documented.";
var cookieUnsure = "Earlier documentation calls the result a bool, and reads fields of it all the same.";
var functions = [
  {
    name: "hasReqHeader",
    builderName: "req.hasHeader",
    description: "whether the request has this header",
    overloads: [{ parameters: ["string"], returns: "bool" }],
    reads: ["req.headers"],
    neverFails: true,
    ...ofRequest,
    headerName: "canonical"
  },
  {
    name: "getReqHeader",
    builderName: "req.header",
    description: "the values of this request header",
    overloads: [{ parameters: ["string"], returns: "list(string)" }],
    reads: ["req.headers"],
    ...ofRequest,
    headerName: "canonical",
    unsure: [missingUnsure]
  },
  {
    name: "hasQueryParam",
    builderName: "req.hasQueryParam",
    description: "whether the query string has this parameter",
    overloads: [{ parameters: ["string"], returns: "bool" }],
    reads: ["req.url.query_params"],
    neverFails: true,
    ...ofRequest
  },
  {
    name: "getQueryParam",
    builderName: "req.queryParam",
    description: "the values of this parameter of the query string",
    overloads: [{ parameters: ["string"], returns: "list(string)" }],
    reads: ["req.url.query_params"],
    ...ofRequest,
    unsure: [missingUnsure]
  },
  {
    name: "hasReqCookie",
    builderName: "req.hasCookie",
    description: "whether the request has this cookie",
    overloads: [{ parameters: ["string"], returns: "bool" }],
    reads: ["req.cookies"],
    neverFails: true,
    ...ofRequest
  },
  {
    name: "getReqCookie",
    builderName: "req.cookie",
    description: "the first cookie of this name in the request",
    overloads: [{ parameters: ["string"], returns: "cookie" }],
    reads: ["req.cookies"],
    earlierReturns: "bool",
    ...ofRequest,
    unsure: [cookieUnsure, missingUnsure]
  },
  {
    name: "hasResHeader",
    builderName: "res.hasHeader",
    description: "whether the response has this header",
    overloads: [{ parameters: ["string"], returns: "bool" }],
    reads: ["res.headers"],
    neverFails: true,
    ...ofResponse,
    headerName: "canonical",
    unsure: [directionUnsure]
  },
  {
    name: "getResHeader",
    builderName: "res.header",
    description: "the values of this response header",
    overloads: [{ parameters: ["string"], returns: "list(string)" }],
    reads: ["res.headers"],
    ...ofResponse,
    headerName: "canonical",
    unsure: [missingUnsure, directionUnsure]
  },
  {
    name: "hasResCookie",
    builderName: "res.hasCookie",
    description: "whether the response sets this cookie",
    overloads: [{ parameters: ["string"], returns: "bool" }],
    reads: ["res.cookies"],
    neverFails: true,
    ...ofResponse,
    unsure: [directionUnsure]
  },
  {
    name: "getResCookie",
    builderName: "res.cookie",
    description: "the cookie of this name that the response sets",
    overloads: [{ parameters: ["string"], returns: "cookie" }],
    reads: ["res.cookies"],
    earlierReturns: "bool",
    ...ofResponse,
    unsure: [cookieUnsure, missingUnsure, directionUnsure]
  },
  {
    name: "inCidrRange",
    description: "whether the address lies in the CIDR; false when the CIDR is invalid",
    overloads: [
      { parameters: ["string", "string"], returns: "bool", formats: [void 0, "cidr"] }
    ],
    protocols: ["http", "tcp", "tls"],
    directions: ["inbound", "outbound"]
  },
  {
    name: "inCidrRanges",
    description: "whether the address lies in one of the CIDRs; invalid ones are passed over",
    overloads: [
      { parameters: ["string", "list(string)"], returns: "bool", formats: [void 0, "cidr"] }
    ],
    protocols: ["http", "tcp", "tls"],
    directions: ["inbound", "outbound"]
  }
];

// packages/policy-language/src/catalogue/directions/records/cookie.ts
var onlyResponse = ["It is listed for cookies of the response only."];
var cookie = {
  name: "cookie",
  description: "a cookie of the request or the response",
  fields: [
    { name: "name", type: "string", description: "its name" },
    { name: "value", type: "string", description: "its value" },
    {
      name: "domain",
      type: "string",
      description: "the domain that it is for",
      unsure: onlyResponse
    },
    { name: "expires", type: "timestamp", description: "when it expires", unsure: onlyResponse },
    {
      name: "http_only",
      type: "bool",
      description: "whether scripts in the browser cannot read it",
      unsure: onlyResponse
    },
    {
      name: "max_age",
      type: "duration",
      description: "after how long it expires",
      unsure: onlyResponse
    },
    { name: "path", type: "string", description: "the path that it is for", unsure: onlyResponse },
    {
      name: "same_site",
      type: "string",
      description: "whether requests from other sites carry it: its `SameSite`",
      unsure: onlyResponse
    },
    {
      name: "secure",
      type: "bool",
      description: "whether only secure connections carry it",
      unsure: onlyResponse
    },
    {
      name: "unparsed_attributes",
      type: "map(string, string)",
      description: "the attributes that nothing else here holds",
      unsure: onlyResponse
    },
    {
      name: "Secure",
      type: "bool",
      description: "whether only secure connections carry it",
      renamedTo: "secure"
    },
    { name: "Value", type: "string", description: "its value", renamedTo: "value" }
  ]
};
var cookie_default = cookie;

// packages/policy-language/src/catalogue/directions/records/extension.ts
var extension = {
  name: "extension",
  description: "an extension of a certificate",
  fields: [
    { name: "id", type: "string", description: "its object identifier, such as `2.5.29.15`" },
    {
      name: "critical",
      type: "bool",
      description: "whether a certificate is refused by who does not know the extension"
    },
    { name: "value", type: "bytes", description: "what it says, not decoded" }
  ]
};
var extension_default = extension;

// packages/policy-language/src/catalogue/directions/records/index.generated.ts
var records = [cookie_default, extension_default];

// packages/policy-language/src/catalogue/variable.ts
function defineNamespace(namespace) {
  const { name, description, protocols: protocols2, directions, variables: variables3 } = namespace;
  return {
    name,
    description,
    variables: variables3.map((variable) => {
      const unsure = [...variable.unsure ?? [], ...namespace.unsure ?? []];
      return { protocols: protocols2, directions, ...variable, ...unsure.length > 0 && { unsure } };
    })
  };
}

// packages/policy-language/src/catalogue/directions/certificate.ts
function certificateVariables(name, certificate) {
  return [
    {
      name: `${name}.extensions`,
      type: "list(extension)",
      description: `the extensions of ${certificate}`
    },
    ...distinguishedName(`${name}.issuer`, `who issued ${certificate}`),
    {
      name: `${name}.san`,
      type: "string",
      description: `all subject alternative names of ${certificate}, as one text`
    },
    ...lists(`${name}.san`, [
      ["dns_names", `the DNS names that ${certificate} is for`],
      ["email_addresses", `the e-mail addresses that ${certificate} is for`],
      ["ip_addresses", `the IP addresses that ${certificate} is for`],
      ["uris", `the URIs that ${certificate} is for`]
    ]),
    {
      name: `${name}.serial_number`,
      type: "string",
      description: `the serial number of ${certificate}`
    },
    {
      name: `${name}.signature_algorithm`,
      type: "string",
      description: `the name of the algorithm that ${certificate} is signed with`
    },
    ...distinguishedName(`${name}.subject`, `whom ${certificate} is for`),
    {
      name: `${name}.validity.not_after`,
      type: "timestamp",
      description: `when ${certificate} expires`
    },
    {
      name: `${name}.validity.not_before`,
      type: "timestamp",
      description: `from when ${certificate} is valid`
    }
  ];
}
function distinguishedName(name, who) {
  return [
    { name, type: "string", description: `${who}: the distinguished name as text` },
    { name: `${name}.common_name`, type: "string", description: `${who}: the common name` },
    ...lists(name, [
      ["country", `${who}: the countries`],
      ["locality", `${who}: the towns`],
      ["organization", `${who}: the organizations`],
      ["organizational_unit", `${who}: the units of the organization`],
      ["postal_code", `${who}: the postal codes`],
      ["province", `${who}: the states or provinces`],
      ["street_address", `${who}: the lines of the street address`]
    ])
  ];
}
function lists(name, fields) {
  return fields.map(([field, description]) => ({
    name: `${name}.${field}`,
    type: "list(string)",
    description
  }));
}

// packages/policy-language/src/catalogue/directions/variables/conn.ts
var withTls = ["http", "tls"];
var onlyEarlier = "For TCP and TLS policies only the documentation of an earlier era lists it.";
var conn_default = defineNamespace({
  name: "conn",
  description: "the connection",
  protocols: ["http", "tcp", "tls"],
  directions: ["inbound", "outbound"],
  variables: [
    {
      name: "conn.bytes_in",
      type: "int",
      varies: true,
      description: "how many bytes the client has sent until now",
      unsure: [onlyEarlier]
    },
    {
      name: "conn.bytes_out",
      type: "int",
      varies: true,
      description: "how many bytes the client has been sent until now",
      unsure: ["In inbound rules its value probably says little.", onlyEarlier]
    },
    {
      name: "conn.client_ip",
      type: "string",
      form: "ip-address",
      description: "the address of the peer; never taken from a header"
    },
    { name: "conn.client_port", type: "int", description: "the port of the peer" },
    {
      name: "conn.geo.city",
      type: "string",
      description: "the likely city of the client, by its English name"
    },
    {
      name: "conn.geo.country",
      type: "string",
      description: "the likely country of the client, by its English name"
    },
    {
      name: "conn.geo.country_code",
      type: "string",
      form: "country-code",
      description: "the likely country of the client, as two letters (ISO 3166)"
    },
    {
      name: "conn.geo.latitude",
      type: "string",
      description: "the likely latitude of the client, as text"
    },
    {
      name: "conn.geo.longitude",
      type: "string",
      description: "the likely longitude of the client, as text"
    },
    {
      name: "conn.geo.radius",
      type: "string",
      description: "how far off latitude and longitude may be, in kilometres, as text"
    },
    {
      name: "conn.geo.subdivision",
      type: "string",
      description: "the likely state or province of the client, by its English name"
    },
    {
      name: "conn.server_ip",
      type: "string",
      form: "ip-address",
      description: "the address the client connected to"
    },
    { name: "conn.server_port", type: "int", description: "the port the client connected to" },
    {
      name: "conn.tls.cipher_suite",
      type: "string",
      description: "the cipher suite that client and server agreed on",
      protocols: withTls
    },
    ...certificateVariables("conn.tls.client", "the client's certificate").map((variable) => ({
      ...variable,
      mayBeMissing: true,
      protocols: withTls
    })),
    ...certificateVariables("conn.tls.server", "the server's certificate").map((variable) => ({
      ...variable,
      protocols: withTls
    })),
    {
      name: "conn.tls.sni",
      type: "string",
      form: "host",
      description: "the host that the client asked for when TLS began",
      protocols: withTls
    },
    {
      name: "conn.tls.version",
      type: "string",
      description: "the version of TLS that client and server agreed on",
      protocols: withTls
    },
    { name: "conn.ts.start", type: "timestamp", description: "when the connection began" },
    {
      name: "conn.ts.end",
      type: "timestamp",
      varies: true,
      description: "when the connection ended",
      outdated: true,
      unsure: ["It is seen in an example, and in no list of variables."]
    },
    {
      name: "conn.start_ts",
      type: "timestamp",
      description: "when the connection began",
      renamedTo: "conn.ts.start"
    },
    {
      name: "conn.end_ts",
      type: "timestamp",
      varies: true,
      description: "when the connection ended",
      outdated: true,
      unsure: ["In inbound rules its value probably says little."]
    },
    {
      name: "conn.ClientIP",
      type: "string",
      form: "ip-address",
      description: "the address of the peer",
      renamedTo: "conn.client_ip"
    },
    {
      name: "conn.Geo.CountryCode",
      type: "string",
      form: "country-code",
      description: "the likely country of the client, as letters",
      renamedTo: "conn.geo.country_code"
    },
    {
      name: "conn.Geo.LatLongRadiusKm",
      type: "string",
      description: "how far off latitude and longitude may be, in kilometres, as text",
      renamedTo: "conn.geo.radius"
    },
    {
      name: "conn.Geo.Latitude",
      type: "string",
      description: "the likely latitude of the client, as text",
      renamedTo: "conn.geo.latitude"
    },
    {
      name: "conn.Geo.Longitude",
      type: "string",
      description: "the likely longitude of the client, as text",
      renamedTo: "conn.geo.longitude"
    },
    {
      name: "conn.TLS.CertCN",
      type: "string",
      description: "the common name of the certificate",
      protocols: ["tls"],
      renamedTo: "conn.tls.client.subject.common_name",
      unsure: ["Whether it is the client's certificate or the server's is not documented."]
    },
    {
      name: "conn.TLS.CipherSuite",
      type: "string",
      description: "the cipher suite that client and server agreed on",
      protocols: ["tls"],
      renamedTo: "conn.tls.cipher_suite"
    },
    {
      name: "conn.TLS.SNI",
      type: "string",
      form: "host",
      description: "the host that the client asked for when TLS began",
      protocols: ["tls"],
      renamedTo: "conn.tls.sni"
    },
    {
      name: "conn.TLS.Version",
      type: "string",
      description: "the version of TLS that client and server agreed on",
      protocols: ["tls"],
      renamedTo: "conn.tls.version"
    }
  ]
});

// packages/policy-language/src/catalogue/directions/variables/endpoint.ts
var endpoint_default = defineNamespace({
  name: "endpoint",
  description: "the endpoint that the traffic came to",
  protocols: ["http", "tcp", "tls"],
  directions: ["inbound", "outbound"],
  variables: [
    {
      name: "endpoint.addr",
      type: "string",
      description: "the host and port of the endpoint, as `host:port`"
    },
    {
      name: "endpoint.host",
      type: "string",
      description: "the host name of the endpoint",
      form: "host"
    },
    { name: "endpoint.id", type: "string", description: "the identifier of the endpoint" },
    { name: "endpoint.port", type: "int", description: "the port of the endpoint" },
    {
      name: "endpoint.protocol",
      type: "string",
      description: "what the endpoint speaks: `http`, `https`, `tcp` or `tls`"
    },
    { name: "endpoint.url", type: "string", description: "the URL of the endpoint" }
  ]
});

// packages/policy-language/src/catalogue/directions/variables/req.ts
var req_default = defineNamespace({
  name: "req",
  description: "the HTTP request",
  protocols: ["http"],
  directions: ["inbound", "outbound"],
  variables: [
    {
      name: "req.content_encoding",
      type: "list(string)",
      description: "how the request body is encoded: the values of `content-encoding`"
    },
    {
      name: "req.content_length",
      type: "int",
      mayBeMissing: true,
      description: "the size of the request body in bytes; it may be missing from a stream"
    },
    {
      name: "req.content_type",
      type: "string",
      description: "the media type of the request body, without parameters"
    },
    {
      name: "req.content_type.parameters",
      type: "map(string, string)",
      description: "the parameters of the request's `content-type`, such as `charset`"
    },
    {
      name: "req.content_type.raw",
      type: "string",
      description: "the request's `content-type` as it was sent"
    },
    {
      name: "req.cookies",
      type: "map(string, list(cookie))",
      description: "the cookies of the request: name to the list of cookies"
    },
    {
      name: "req.headers",
      type: "map(string, list(string))",
      headerKeys: "lower-case",
      description: "the request headers: lower-case name to the list of values"
    },
    {
      name: "req.host",
      type: "string",
      form: "host-and-port",
      description: "the host that the request is for, as its `host` header says"
    },
    {
      name: "req.location",
      type: "string",
      description: "the `location` header of the request",
      unsure: ["Requests hardly ever have this header."]
    },
    {
      name: "req.method",
      type: "string",
      description: "the HTTP method of the request",
      form: "method"
    },
    {
      name: "req.trailers",
      type: "map(string, list(string))",
      headerKeys: "lower-case",
      description: "the request trailers: lower-case name to the list of values"
    },
    {
      name: "req.ts.body_received",
      type: "timestamp",
      description: "when the body of the request had arrived"
    },
    {
      name: "req.ts.header_received",
      type: "timestamp",
      description: "when the head of the request had arrived"
    },
    { name: "req.url", type: "string", description: "the whole URL, normalized" },
    {
      name: "req.url.authority",
      type: "string",
      description: "user, host and port of the URL, as `user:password@host:port`"
    },
    {
      name: "req.url.host",
      type: "string",
      description: "the host of the URL",
      form: "host"
    },
    {
      name: "req.url.path",
      type: "string",
      form: "path",
      description: "the path of the URL, which begins with `/`"
    },
    {
      name: "req.url.port",
      type: "int",
      mayBeMissing: true,
      description: "the port of the URL; missing when the URL has none"
    },
    { name: "req.url.query", type: "string", description: "the query string, without the `?`" },
    {
      name: "req.url.query_params",
      type: "map(string, list(string))",
      description: "the parameters of the query string: name to the list of values"
    },
    {
      name: "req.url.raw",
      type: "string",
      description: "the whole URL as it was sent, not normalized"
    },
    {
      name: "req.url.raw_path",
      type: "string",
      description: "the path of the URL as it was sent, not normalized"
    },
    { name: "req.url.scheme", type: "string", description: "`http` or `https`" },
    { name: "req.url.uri", type: "string", description: "path and query string of the URL" },
    {
      name: "req.url.user_password",
      type: "string",
      description: "user and password of the URL, as `user:password`"
    },
    { name: "req.user_agent", type: "string", description: "what the client calls itself" },
    { name: "req.version", type: "string", description: "the version of HTTP" },
    {
      name: "req.ClientTLS.CertCN",
      type: "string",
      description: "the common name of the client's certificate",
      renamedTo: "conn.tls.client.subject.common_name"
    },
    {
      name: "req.ClientTLS.CipherSuite",
      type: "string",
      description: "the cipher suite of the connection to the client",
      renamedTo: "conn.tls.cipher_suite"
    },
    {
      name: "req.ClientTLS.SNI",
      type: "string",
      form: "host",
      description: "the host that the client asked for when TLS began",
      renamedTo: "conn.tls.sni"
    },
    {
      name: "req.ClientTLS.Version",
      type: "string",
      description: "the version of TLS of the connection to the client",
      renamedTo: "conn.tls.version"
    },
    {
      name: "req.ContentLength",
      type: "int",
      mayBeMissing: true,
      description: "the size of the request body in bytes",
      renamedTo: "req.content_length"
    },
    {
      name: "req.Cookies",
      type: "list(dyn)",
      description: "the cookies of the request, as a list",
      renamedTo: "req.cookies",
      unsure: ["Today's variable is a map by the name of the cookie, no list."]
    },
    {
      name: "req.Headers",
      type: "map(string, dyn)",
      description: "the request headers: canonical name to value",
      renamedTo: "req.headers",
      unsure: ["The keys of today's variable are in lower case, and its values are lists."]
    },
    {
      name: "req.Host",
      type: "string",
      form: "host-and-port",
      description: "the host that the request is for",
      renamedTo: "req.host"
    },
    {
      name: "req.Location",
      type: "string",
      description: "the `location` header of the request",
      renamedTo: "req.location"
    },
    {
      name: "req.Method",
      type: "string",
      form: "method",
      description: "the HTTP method of the request",
      renamedTo: "req.method"
    },
    {
      name: "req.Params",
      type: "map(string, dyn)",
      description: "the parameters of the query string",
      renamedTo: "req.url.query_params",
      unsure: ["The values of today's variable are lists."]
    },
    {
      name: "req.Path",
      type: "string",
      form: "path",
      description: "the path of the URL",
      renamedTo: "req.url.path"
    },
    {
      name: "req.Protocol",
      type: "string",
      description: "the version of HTTP",
      renamedTo: "req.version",
      unsure: ["Whether today's variable writes the version in the same way is not documented."]
    },
    {
      name: "req.Trailers",
      type: "map(string, dyn)",
      description: "the request trailers",
      renamedTo: "req.trailers",
      unsure: ["The keys of today's variable are in lower case, and its values are lists."]
    },
    { name: "req.URL", type: "string", description: "the whole URL", renamedTo: "req.url" }
  ]
});

// packages/policy-language/src/catalogue/directions/variables/res.ts
var whichConnection = "Whether it is about the connection to the client or to the upstream is not documented.";
var onlyExample = "It is seen in an example, and in no list of variables.";
var res_default = defineNamespace({
  name: "res",
  description: "the HTTP response",
  protocols: ["http"],
  directions: ["outbound"],
  unsure: ["Whether it exists in inbound rules is not said outright."],
  variables: [
    {
      name: "res.content_encoding",
      type: "list(string)",
      description: "how the response body is encoded: the values of `content-encoding`"
    },
    {
      name: "res.content_length",
      type: "int",
      mayBeMissing: true,
      description: "the size of the response body in bytes; it may be missing from a stream"
    },
    {
      name: "res.content_type",
      type: "string",
      description: "the media type of the response body, without parameters"
    },
    {
      name: "res.content_type.parameters",
      type: "map(string, string)",
      description: "the parameters of the response's `content-type`, such as `charset`"
    },
    {
      name: "res.content_type.raw",
      type: "string",
      description: "the response's `content-type` as it was sent"
    },
    {
      name: "res.cookies",
      type: "map(string, list(cookie))",
      description: "the cookies that the response sets: name to the list of cookies"
    },
    {
      name: "res.headers",
      type: "map(string, list(string))",
      headerKeys: "lower-case",
      description: "the response headers: lower-case name to the list of values"
    },
    {
      name: "res.location",
      type: "string",
      description: "the `location` header of the response"
    },
    { name: "res.status_code", type: "int", description: "the status of the response" },
    {
      name: "res.trailers",
      type: "map(string, list(string))",
      headerKeys: "lower-case",
      description: "the response trailers: lower-case name to the list of values"
    },
    {
      name: "res.ts.body_sent",
      type: "timestamp",
      description: "when the body of the response had been sent",
      outdated: true,
      unsure: [onlyExample]
    },
    {
      name: "res.ts.header_sent",
      type: "timestamp",
      description: "when the head of the response had been sent",
      outdated: true,
      unsure: [onlyExample]
    },
    {
      name: "res.ContentLength",
      type: "int",
      mayBeMissing: true,
      description: "the size of the response body in bytes",
      renamedTo: "res.content_length"
    },
    {
      name: "res.Cookies",
      type: "list(dyn)",
      description: "the cookies of the response, as a list",
      renamedTo: "res.cookies",
      unsure: ["Today's variable is a map by the name of the cookie, no list."]
    },
    {
      name: "res.Headers",
      type: "map(string, dyn)",
      description: "the response headers",
      renamedTo: "res.headers",
      unsure: ["The keys of today's variable are in lower case, and its values are lists."]
    },
    {
      name: "res.Location",
      type: "string",
      description: "the `location` header of the response",
      renamedTo: "res.location"
    },
    {
      name: "res.ServerTLS.CertCN",
      type: "string",
      description: "the common name of the server's certificate",
      renamedTo: "conn.tls.server.subject.common_name",
      unsure: [whichConnection]
    },
    {
      name: "res.ServerTLS.CipherSuite",
      type: "string",
      description: "the cipher suite of a connection",
      outdated: true,
      unsure: [whichConnection]
    },
    {
      name: "res.ServerTLS.SNI",
      type: "string",
      description: "the host that was asked for when TLS began",
      outdated: true,
      unsure: [whichConnection]
    },
    {
      name: "res.ServerTLS.Version",
      type: "string",
      description: "the version of TLS of a connection",
      outdated: true,
      unsure: [whichConnection]
    },
    {
      name: "res.StatusCode",
      type: "string",
      description: "the status of the response, as text",
      renamedTo: "res.status_code",
      unsure: ["Today's variable is a number."]
    },
    {
      name: "res.Trailers",
      type: "map(string, dyn)",
      description: "the response trailers",
      renamedTo: "res.trailers",
      unsure: ["The keys of today's variable are in lower case, and its values are lists."]
    }
  ]
});

// packages/policy-language/src/catalogue/directions/variables/time.ts
var time_default = defineNamespace({
  name: "time",
  description: "the clock",
  protocols: ["http", "tcp", "tls"],
  directions: ["inbound", "outbound"],
  variables: [
    {
      name: "time.now",
      type: "string",
      varies: true,
      description: "the current time in UTC, as RFC 3339 text; `timestamp(time.now)` is the point in time"
    }
  ]
});

// packages/policy-language/src/catalogue/directions/variables/index.generated.ts
var namespaces = [conn_default, endpoint_default, req_default, res_default, time_default];

// packages/policy-language/src/catalogue/directions/dialect.ts
var directionsDialect = {
  name: "directions",
  directions: ["inbound", "outbound"],
  actions: new Map(actions.map((action) => [action.type, action])),
  namespaces,
  foreignNames,
  records: new Map(records.map((record) => [record.name, record])),
  functions: new Map(
    [...standardFunctions, ...functions].map((one) => [
      one.name,
      one
    ])
  ),
  foreignDirections: {
    on_tcp_connect: "inbound",
    on_http_request: "inbound",
    on_http_response: "outbound"
  }
};

// packages/policy-language/src/catalogue/standard/http-methods.ts
var httpMethods = /* @__PURE__ */ new Set([
  "CONNECT",
  "DELETE",
  "GET",
  "HEAD",
  "OPTIONS",
  "PATCH",
  "POST",
  "PUT",
  "TRACE"
]);

// packages/policy-language/src/json-pointer.ts
function toPointer(keys3) {
  return keys3.map((key) => `/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}
function fromPointer(pointer) {
  if (pointer === "") return [];
  return pointer.slice(1).split("/").map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
}

// packages/policy-language/src/json-value.ts
function isJsonObject(value) {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype;
}

// node_modules/.pnpm/lossless-json@4.3.3/node_modules/lossless-json/lib/esm/utils.js
function isInteger(value) {
  return INTEGER_REGEX.test(value);
}
var INTEGER_REGEX = /^-?[0-9]+$/;
function isNumber(value) {
  return NUMBER_REGEX.test(value);
}
var NUMBER_REGEX = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
function isSafeNumber(value, config2) {
  if (isInteger(value)) {
    return Number.isSafeInteger(Number.parseInt(value, 10));
  }
  const num = Number.parseFloat(value);
  if (Number.isInteger(num) && !Number.isSafeInteger(num)) {
    return false;
  }
  const parsed2 = String(num);
  if (value === parsed2) {
    return true;
  }
  const valueDigits = extractSignificantDigits(value);
  const parsedDigits = extractSignificantDigits(parsed2);
  if (valueDigits === parsedDigits) {
    return true;
  }
  if (config2?.approx === true) {
    const requiredDigits = 14;
    if (parsedDigits.length >= requiredDigits && valueDigits.startsWith(parsedDigits.substring(0, requiredDigits))) {
      return true;
    }
  }
  return false;
}
var UnsafeNumberReason = /* @__PURE__ */ (function(UnsafeNumberReason2) {
  UnsafeNumberReason2["underflow"] = "underflow";
  UnsafeNumberReason2["overflow"] = "overflow";
  UnsafeNumberReason2["truncate_integer"] = "truncate_integer";
  UnsafeNumberReason2["truncate_float"] = "truncate_float";
  return UnsafeNumberReason2;
})({});
function getUnsafeNumberReason(value) {
  if (isSafeNumber(value, {
    approx: false
  })) {
    return void 0;
  }
  if (isInteger(value)) {
    return UnsafeNumberReason.truncate_integer;
  }
  const num = Number.parseFloat(value);
  if (!Number.isFinite(num)) {
    return UnsafeNumberReason.overflow;
  }
  if (num === 0) {
    return UnsafeNumberReason.underflow;
  }
  return UnsafeNumberReason.truncate_float;
}
function extractSignificantDigits(value) {
  const {
    start,
    end
  } = getSignificantDigitRange(value);
  const digits = value.substring(start, end);
  const dot3 = digits.indexOf(".");
  if (dot3 === -1) {
    return digits;
  }
  return digits.substring(0, dot3) + digits.substring(dot3 + 1);
}
function getSignificantDigitRange(value) {
  let start = 0;
  if (value[0] === "-") {
    start++;
  }
  while (value[start] === "0" || value[start] === ".") {
    start++;
  }
  let end = value.lastIndexOf("e");
  if (end === -1) {
    end = value.lastIndexOf("E");
  }
  if (end === -1) {
    end = value.length;
  }
  while ((value[end - 1] === "0" || value[end - 1] === ".") && end > start) {
    end--;
  }
  return {
    start,
    end
  };
}

// node_modules/.pnpm/lossless-json@4.3.3/node_modules/lossless-json/lib/esm/LosslessNumber.js
var losslessNumberMarker = /* @__PURE__ */ Symbol.for("lossless-json.LosslessNumber");
var LosslessNumber = class {
  // numeric value as string
  value;
  /**
   * @deprecated Use the isLosslessNumber(value) function instead.
   *
   * Ordinary objects may also have an isLosslessNumber property, so this
   * field cannot reliably identify lossless numbers.
   */
  isLosslessNumber = true;
  get [losslessNumberMarker]() {
    return true;
  }
  constructor(value) {
    if (!isNumber(value)) {
      throw new Error(`Invalid number (value: "${value}")`);
    }
    this.value = value;
  }
  /**
   * Get the value of the LosslessNumber as number or bigint.
   *
   * - a number is returned for safe numbers and decimal values that only lose some insignificant digits
   * - a bigint is returned for big integer numbers
   * - an Error is thrown for values that will overflow or underflow
   *
   * Note that you can implement your own strategy for conversion by just getting the value as string
   * via .toString(), and using util functions like isInteger, isSafeNumber, getUnsafeNumberReason,
   * and toSafeNumberOrThrow to convert it to a numeric value.
   */
  valueOf() {
    const unsafeReason = getUnsafeNumberReason(this.value);
    if (unsafeReason === void 0 || unsafeReason === UnsafeNumberReason.truncate_float) {
      return Number.parseFloat(this.value);
    }
    if (isInteger(this.value)) {
      return BigInt(this.value);
    }
    throw new Error(`Cannot safely convert to number: the value '${this.value}' would ${unsafeReason} and become ${Number.parseFloat(this.value)}`);
  }
  /**
   * Get the value of the LosslessNumber as string.
   */
  toString() {
    return this.value;
  }
  // Note: we do NOT implement a .toJSON() method, and you should not implement
  // or use that, it cannot safely turn the numeric value in the string into
  // stringified JSON since it has to be parsed into a number first.
};
function isLosslessNumber(value) {
  return value !== null && typeof value === "object" && value[losslessNumberMarker] === true;
}

// packages/policy-language/src/document/exact-number.ts
function exactNumber(digits) {
  return isSafeNumber(digits) ? Number(digits) : new LosslessNumber(digits);
}

// packages/policy-language/src/document/key-order.ts
var orders = /* @__PURE__ */ new WeakMap();
function rememberKeyOrder(object, written) {
  if (Object.keys(object).some((key, index) => key !== written[index])) orders.set(object, written);
}
function keysInOrder(object) {
  const keys3 = Object.keys(object);
  const written = orders.get(object);
  const isCurrent2 = written?.length === keys3.length && written.every((key) => Object.hasOwn(object, key));
  return isCurrent2 ? written : keys3;
}

// packages/policy-language/src/document/serialize.ts
function serialize(document, indent = 0) {
  return new Writer(indent).write(document, "");
}
var maxLevels = 600;
var int64 = { least: -(2n ** 63n), greatest: 2n ** 64n - 1n };
var Writer = class {
  #indent;
  #keys = [];
  #open = /* @__PURE__ */ new Set();
  constructor(indent) {
    this.#indent = indent;
  }
  /** @param lineStart - the line break and indentation of the line that the value begins on */
  write(value, lineStart) {
    switch (typeof value) {
      case "string":
      case "boolean":
        return JSON.stringify(value);
      case "number":
        if (!Number.isFinite(value)) throw new RangeError(this.#complaint(String(value)));
        return Object.is(value, -0) ? "-0" : String(value);
      case "bigint":
        if (value < int64.least || value > int64.greatest) {
          throw new RangeError(`${this.#place()} is ${value}n, which does not fit in 64 bits.`);
        }
        return String(value);
      case "object":
        if (value === null) return "null";
        if (isLosslessNumber(value)) return value.value;
        return this.#inside(value, lineStart);
      default:
        throw new TypeError(
          this.#complaint(value === void 0 ? "undefined" : `a ${typeof value}`)
        );
    }
  }
  #inside(value, lineStart) {
    if (this.#open.has(value)) throw new RangeError(`${this.#place()} contains itself.`);
    if (this.#open.size >= maxLevels) {
      throw new RangeError(`${this.#place()} is nested deeper than ${maxLevels} levels.`);
    }
    this.#open.add(value);
    const text2 = this.#container(value, lineStart);
    this.#open.delete(value);
    return text2;
  }
  #container(value, lineStart) {
    if (Array.isArray(value)) return this.#list(value, lineStart);
    const toJson = "toJSON" in value ? value.toJSON : void 0;
    if (typeof toJson === "function" && !(value instanceof Date)) {
      return this.write(toJson.call(value), lineStart);
    }
    const prototype = Object.getPrototypeOf(value);
    if (prototype !== null && prototype !== Object.prototype) {
      throw new TypeError(this.#complaint(nameOfClass(value)));
    }
    return this.#object(value, lineStart);
  }
  #list(list2, lineStart) {
    const items = [];
    for (const [index, item] of list2.entries()) {
      this.#keys.push(index);
      items.push(this.write(item, this.#deeper(lineStart)));
      this.#keys.pop();
    }
    return this.#join("[", items, "]", lineStart);
  }
  #object(object, lineStart) {
    const colon = this.#indent === 0 ? ":" : ": ";
    const members = [];
    for (const key of keysInOrder(object)) {
      const value = object[key];
      if (value === void 0) continue;
      this.#keys.push(key);
      members.push(`${JSON.stringify(key)}${colon}${this.write(value, this.#deeper(lineStart))}`);
      this.#keys.pop();
    }
    return this.#join("{", members, "}", lineStart);
  }
  #join(open, parts, close, lineStart) {
    if (this.#indent === 0 || parts.length === 0) return `${open}${parts.join(",")}${close}`;
    const line = this.#deeper(lineStart);
    return `${open}${line}${parts.join(`,${line}`)}${lineStart || "\n"}${close}`;
  }
  #deeper(lineStart) {
    return `${lineStart || "\n"}${" ".repeat(this.#indent)}`;
  }
  #complaint(what) {
    return `${this.#place()} is ${what}, which JSON cannot hold.`;
  }
  #place() {
    return this.#keys.length === 0 ? "The document" : toPointer(this.#keys);
  }
};
function nameOfClass(value) {
  const { constructor } = value;
  return typeof constructor === "function" && constructor.name !== "" ? `a ${constructor.name}` : "an object of a class";
}

// node_modules/.pnpm/jsonc-parser@3.3.1/node_modules/jsonc-parser/lib/esm/impl/scanner.js
function createScanner(text2, ignoreTrivia = false) {
  const len = text2.length;
  let pos = 0, value = "", tokenOffset = 0, token = 16, lineNumber = 0, lineStartOffset = 0, tokenLineStartOffset = 0, prevTokenLineStartOffset = 0, scanError = 0;
  function scanHexDigits(count3, exact) {
    let digits = 0;
    let value2 = 0;
    while (digits < count3 || !exact) {
      let ch = text2.charCodeAt(pos);
      if (ch >= 48 && ch <= 57) {
        value2 = value2 * 16 + ch - 48;
      } else if (ch >= 65 && ch <= 70) {
        value2 = value2 * 16 + ch - 65 + 10;
      } else if (ch >= 97 && ch <= 102) {
        value2 = value2 * 16 + ch - 97 + 10;
      } else {
        break;
      }
      pos++;
      digits++;
    }
    if (digits < count3) {
      value2 = -1;
    }
    return value2;
  }
  function setPosition(newPosition) {
    pos = newPosition;
    value = "";
    tokenOffset = 0;
    token = 16;
    scanError = 0;
  }
  function scanNumber() {
    let start = pos;
    if (text2.charCodeAt(pos) === 48) {
      pos++;
    } else {
      pos++;
      while (pos < text2.length && isDigit(text2.charCodeAt(pos))) {
        pos++;
      }
    }
    if (pos < text2.length && text2.charCodeAt(pos) === 46) {
      pos++;
      if (pos < text2.length && isDigit(text2.charCodeAt(pos))) {
        pos++;
        while (pos < text2.length && isDigit(text2.charCodeAt(pos))) {
          pos++;
        }
      } else {
        scanError = 3;
        return text2.substring(start, pos);
      }
    }
    let end = pos;
    if (pos < text2.length && (text2.charCodeAt(pos) === 69 || text2.charCodeAt(pos) === 101)) {
      pos++;
      if (pos < text2.length && text2.charCodeAt(pos) === 43 || text2.charCodeAt(pos) === 45) {
        pos++;
      }
      if (pos < text2.length && isDigit(text2.charCodeAt(pos))) {
        pos++;
        while (pos < text2.length && isDigit(text2.charCodeAt(pos))) {
          pos++;
        }
        end = pos;
      } else {
        scanError = 3;
      }
    }
    return text2.substring(start, end);
  }
  function scanString() {
    let result = "", start = pos;
    while (true) {
      if (pos >= len) {
        result += text2.substring(start, pos);
        scanError = 2;
        break;
      }
      const ch = text2.charCodeAt(pos);
      if (ch === 34) {
        result += text2.substring(start, pos);
        pos++;
        break;
      }
      if (ch === 92) {
        result += text2.substring(start, pos);
        pos++;
        if (pos >= len) {
          scanError = 2;
          break;
        }
        const ch2 = text2.charCodeAt(pos++);
        switch (ch2) {
          case 34:
            result += '"';
            break;
          case 92:
            result += "\\";
            break;
          case 47:
            result += "/";
            break;
          case 98:
            result += "\b";
            break;
          case 102:
            result += "\f";
            break;
          case 110:
            result += "\n";
            break;
          case 114:
            result += "\r";
            break;
          case 116:
            result += "	";
            break;
          case 117:
            const ch3 = scanHexDigits(4, true);
            if (ch3 >= 0) {
              result += String.fromCharCode(ch3);
            } else {
              scanError = 4;
            }
            break;
          default:
            scanError = 5;
        }
        start = pos;
        continue;
      }
      if (ch >= 0 && ch <= 31) {
        if (isLineBreak(ch)) {
          result += text2.substring(start, pos);
          scanError = 2;
          break;
        } else {
          scanError = 6;
        }
      }
      pos++;
    }
    return result;
  }
  function scanNext() {
    value = "";
    scanError = 0;
    tokenOffset = pos;
    lineStartOffset = lineNumber;
    prevTokenLineStartOffset = tokenLineStartOffset;
    if (pos >= len) {
      tokenOffset = len;
      return token = 17;
    }
    let code = text2.charCodeAt(pos);
    if (isWhiteSpace(code)) {
      do {
        pos++;
        value += String.fromCharCode(code);
        code = text2.charCodeAt(pos);
      } while (isWhiteSpace(code));
      return token = 15;
    }
    if (isLineBreak(code)) {
      pos++;
      value += String.fromCharCode(code);
      if (code === 13 && text2.charCodeAt(pos) === 10) {
        pos++;
        value += "\n";
      }
      lineNumber++;
      tokenLineStartOffset = pos;
      return token = 14;
    }
    switch (code) {
      // tokens: []{}:,
      case 123:
        pos++;
        return token = 1;
      case 125:
        pos++;
        return token = 2;
      case 91:
        pos++;
        return token = 3;
      case 93:
        pos++;
        return token = 4;
      case 58:
        pos++;
        return token = 6;
      case 44:
        pos++;
        return token = 5;
      // strings
      case 34:
        pos++;
        value = scanString();
        return token = 10;
      // comments
      case 47:
        const start = pos - 1;
        if (text2.charCodeAt(pos + 1) === 47) {
          pos += 2;
          while (pos < len) {
            if (isLineBreak(text2.charCodeAt(pos))) {
              break;
            }
            pos++;
          }
          value = text2.substring(start, pos);
          return token = 12;
        }
        if (text2.charCodeAt(pos + 1) === 42) {
          pos += 2;
          const safeLength = len - 1;
          let commentClosed = false;
          while (pos < safeLength) {
            const ch = text2.charCodeAt(pos);
            if (ch === 42 && text2.charCodeAt(pos + 1) === 47) {
              pos += 2;
              commentClosed = true;
              break;
            }
            pos++;
            if (isLineBreak(ch)) {
              if (ch === 13 && text2.charCodeAt(pos) === 10) {
                pos++;
              }
              lineNumber++;
              tokenLineStartOffset = pos;
            }
          }
          if (!commentClosed) {
            pos++;
            scanError = 1;
          }
          value = text2.substring(start, pos);
          return token = 13;
        }
        value += String.fromCharCode(code);
        pos++;
        return token = 16;
      // numbers
      case 45:
        value += String.fromCharCode(code);
        pos++;
        if (pos === len || !isDigit(text2.charCodeAt(pos))) {
          return token = 16;
        }
      // found a minus, followed by a number so
      // we fall through to proceed with scanning
      // numbers
      case 48:
      case 49:
      case 50:
      case 51:
      case 52:
      case 53:
      case 54:
      case 55:
      case 56:
      case 57:
        value += scanNumber();
        return token = 11;
      // literals and unknown symbols
      default:
        while (pos < len && isUnknownContentCharacter(code)) {
          pos++;
          code = text2.charCodeAt(pos);
        }
        if (tokenOffset !== pos) {
          value = text2.substring(tokenOffset, pos);
          switch (value) {
            case "true":
              return token = 8;
            case "false":
              return token = 9;
            case "null":
              return token = 7;
          }
          return token = 16;
        }
        value += String.fromCharCode(code);
        pos++;
        return token = 16;
    }
  }
  function isUnknownContentCharacter(code) {
    if (isWhiteSpace(code) || isLineBreak(code)) {
      return false;
    }
    switch (code) {
      case 125:
      case 93:
      case 123:
      case 91:
      case 34:
      case 58:
      case 44:
      case 47:
        return false;
    }
    return true;
  }
  function scanNextNonTrivia() {
    let result;
    do {
      result = scanNext();
    } while (result >= 12 && result <= 15);
    return result;
  }
  return {
    setPosition,
    getPosition: () => pos,
    scan: ignoreTrivia ? scanNextNonTrivia : scanNext,
    getToken: () => token,
    getTokenValue: () => value,
    getTokenOffset: () => tokenOffset,
    getTokenLength: () => pos - tokenOffset,
    getTokenStartLine: () => lineStartOffset,
    getTokenStartCharacter: () => tokenOffset - prevTokenLineStartOffset,
    getTokenError: () => scanError
  };
}
function isWhiteSpace(ch) {
  return ch === 32 || ch === 9;
}
function isLineBreak(ch) {
  return ch === 10 || ch === 13;
}
function isDigit(ch) {
  return ch >= 48 && ch <= 57;
}
var CharacterCodes;
(function(CharacterCodes2) {
  CharacterCodes2[CharacterCodes2["lineFeed"] = 10] = "lineFeed";
  CharacterCodes2[CharacterCodes2["carriageReturn"] = 13] = "carriageReturn";
  CharacterCodes2[CharacterCodes2["space"] = 32] = "space";
  CharacterCodes2[CharacterCodes2["_0"] = 48] = "_0";
  CharacterCodes2[CharacterCodes2["_1"] = 49] = "_1";
  CharacterCodes2[CharacterCodes2["_2"] = 50] = "_2";
  CharacterCodes2[CharacterCodes2["_3"] = 51] = "_3";
  CharacterCodes2[CharacterCodes2["_4"] = 52] = "_4";
  CharacterCodes2[CharacterCodes2["_5"] = 53] = "_5";
  CharacterCodes2[CharacterCodes2["_6"] = 54] = "_6";
  CharacterCodes2[CharacterCodes2["_7"] = 55] = "_7";
  CharacterCodes2[CharacterCodes2["_8"] = 56] = "_8";
  CharacterCodes2[CharacterCodes2["_9"] = 57] = "_9";
  CharacterCodes2[CharacterCodes2["a"] = 97] = "a";
  CharacterCodes2[CharacterCodes2["b"] = 98] = "b";
  CharacterCodes2[CharacterCodes2["c"] = 99] = "c";
  CharacterCodes2[CharacterCodes2["d"] = 100] = "d";
  CharacterCodes2[CharacterCodes2["e"] = 101] = "e";
  CharacterCodes2[CharacterCodes2["f"] = 102] = "f";
  CharacterCodes2[CharacterCodes2["g"] = 103] = "g";
  CharacterCodes2[CharacterCodes2["h"] = 104] = "h";
  CharacterCodes2[CharacterCodes2["i"] = 105] = "i";
  CharacterCodes2[CharacterCodes2["j"] = 106] = "j";
  CharacterCodes2[CharacterCodes2["k"] = 107] = "k";
  CharacterCodes2[CharacterCodes2["l"] = 108] = "l";
  CharacterCodes2[CharacterCodes2["m"] = 109] = "m";
  CharacterCodes2[CharacterCodes2["n"] = 110] = "n";
  CharacterCodes2[CharacterCodes2["o"] = 111] = "o";
  CharacterCodes2[CharacterCodes2["p"] = 112] = "p";
  CharacterCodes2[CharacterCodes2["q"] = 113] = "q";
  CharacterCodes2[CharacterCodes2["r"] = 114] = "r";
  CharacterCodes2[CharacterCodes2["s"] = 115] = "s";
  CharacterCodes2[CharacterCodes2["t"] = 116] = "t";
  CharacterCodes2[CharacterCodes2["u"] = 117] = "u";
  CharacterCodes2[CharacterCodes2["v"] = 118] = "v";
  CharacterCodes2[CharacterCodes2["w"] = 119] = "w";
  CharacterCodes2[CharacterCodes2["x"] = 120] = "x";
  CharacterCodes2[CharacterCodes2["y"] = 121] = "y";
  CharacterCodes2[CharacterCodes2["z"] = 122] = "z";
  CharacterCodes2[CharacterCodes2["A"] = 65] = "A";
  CharacterCodes2[CharacterCodes2["B"] = 66] = "B";
  CharacterCodes2[CharacterCodes2["C"] = 67] = "C";
  CharacterCodes2[CharacterCodes2["D"] = 68] = "D";
  CharacterCodes2[CharacterCodes2["E"] = 69] = "E";
  CharacterCodes2[CharacterCodes2["F"] = 70] = "F";
  CharacterCodes2[CharacterCodes2["G"] = 71] = "G";
  CharacterCodes2[CharacterCodes2["H"] = 72] = "H";
  CharacterCodes2[CharacterCodes2["I"] = 73] = "I";
  CharacterCodes2[CharacterCodes2["J"] = 74] = "J";
  CharacterCodes2[CharacterCodes2["K"] = 75] = "K";
  CharacterCodes2[CharacterCodes2["L"] = 76] = "L";
  CharacterCodes2[CharacterCodes2["M"] = 77] = "M";
  CharacterCodes2[CharacterCodes2["N"] = 78] = "N";
  CharacterCodes2[CharacterCodes2["O"] = 79] = "O";
  CharacterCodes2[CharacterCodes2["P"] = 80] = "P";
  CharacterCodes2[CharacterCodes2["Q"] = 81] = "Q";
  CharacterCodes2[CharacterCodes2["R"] = 82] = "R";
  CharacterCodes2[CharacterCodes2["S"] = 83] = "S";
  CharacterCodes2[CharacterCodes2["T"] = 84] = "T";
  CharacterCodes2[CharacterCodes2["U"] = 85] = "U";
  CharacterCodes2[CharacterCodes2["V"] = 86] = "V";
  CharacterCodes2[CharacterCodes2["W"] = 87] = "W";
  CharacterCodes2[CharacterCodes2["X"] = 88] = "X";
  CharacterCodes2[CharacterCodes2["Y"] = 89] = "Y";
  CharacterCodes2[CharacterCodes2["Z"] = 90] = "Z";
  CharacterCodes2[CharacterCodes2["asterisk"] = 42] = "asterisk";
  CharacterCodes2[CharacterCodes2["backslash"] = 92] = "backslash";
  CharacterCodes2[CharacterCodes2["closeBrace"] = 125] = "closeBrace";
  CharacterCodes2[CharacterCodes2["closeBracket"] = 93] = "closeBracket";
  CharacterCodes2[CharacterCodes2["colon"] = 58] = "colon";
  CharacterCodes2[CharacterCodes2["comma"] = 44] = "comma";
  CharacterCodes2[CharacterCodes2["dot"] = 46] = "dot";
  CharacterCodes2[CharacterCodes2["doubleQuote"] = 34] = "doubleQuote";
  CharacterCodes2[CharacterCodes2["minus"] = 45] = "minus";
  CharacterCodes2[CharacterCodes2["openBrace"] = 123] = "openBrace";
  CharacterCodes2[CharacterCodes2["openBracket"] = 91] = "openBracket";
  CharacterCodes2[CharacterCodes2["plus"] = 43] = "plus";
  CharacterCodes2[CharacterCodes2["slash"] = 47] = "slash";
  CharacterCodes2[CharacterCodes2["formFeed"] = 12] = "formFeed";
  CharacterCodes2[CharacterCodes2["tab"] = 9] = "tab";
})(CharacterCodes || (CharacterCodes = {}));

// node_modules/.pnpm/jsonc-parser@3.3.1/node_modules/jsonc-parser/lib/esm/impl/string-intern.js
var cachedSpaces = new Array(20).fill(0).map((_, index) => {
  return " ".repeat(index);
});
var maxCachedValues = 200;
var cachedBreakLinesWithSpaces = {
  " ": {
    "\n": new Array(maxCachedValues).fill(0).map((_, index) => {
      return "\n" + " ".repeat(index);
    }),
    "\r": new Array(maxCachedValues).fill(0).map((_, index) => {
      return "\r" + " ".repeat(index);
    }),
    "\r\n": new Array(maxCachedValues).fill(0).map((_, index) => {
      return "\r\n" + " ".repeat(index);
    })
  },
  "	": {
    "\n": new Array(maxCachedValues).fill(0).map((_, index) => {
      return "\n" + "	".repeat(index);
    }),
    "\r": new Array(maxCachedValues).fill(0).map((_, index) => {
      return "\r" + "	".repeat(index);
    }),
    "\r\n": new Array(maxCachedValues).fill(0).map((_, index) => {
      return "\r\n" + "	".repeat(index);
    })
  }
};

// node_modules/.pnpm/jsonc-parser@3.3.1/node_modules/jsonc-parser/lib/esm/impl/parser.js
var ParseOptions;
(function(ParseOptions2) {
  ParseOptions2.DEFAULT = {
    allowTrailingComma: false
  };
})(ParseOptions || (ParseOptions = {}));
function visit(text2, visitor, options = ParseOptions.DEFAULT) {
  const _scanner = createScanner(text2, false);
  const _jsonPath = [];
  let suppressedCallbacks = 0;
  function toNoArgVisit(visitFunction) {
    return visitFunction ? () => suppressedCallbacks === 0 && visitFunction(_scanner.getTokenOffset(), _scanner.getTokenLength(), _scanner.getTokenStartLine(), _scanner.getTokenStartCharacter()) : () => true;
  }
  function toOneArgVisit(visitFunction) {
    return visitFunction ? (arg) => suppressedCallbacks === 0 && visitFunction(arg, _scanner.getTokenOffset(), _scanner.getTokenLength(), _scanner.getTokenStartLine(), _scanner.getTokenStartCharacter()) : () => true;
  }
  function toOneArgVisitWithPath(visitFunction) {
    return visitFunction ? (arg) => suppressedCallbacks === 0 && visitFunction(arg, _scanner.getTokenOffset(), _scanner.getTokenLength(), _scanner.getTokenStartLine(), _scanner.getTokenStartCharacter(), () => _jsonPath.slice()) : () => true;
  }
  function toBeginVisit(visitFunction) {
    return visitFunction ? () => {
      if (suppressedCallbacks > 0) {
        suppressedCallbacks++;
      } else {
        let cbReturn = visitFunction(_scanner.getTokenOffset(), _scanner.getTokenLength(), _scanner.getTokenStartLine(), _scanner.getTokenStartCharacter(), () => _jsonPath.slice());
        if (cbReturn === false) {
          suppressedCallbacks = 1;
        }
      }
    } : () => true;
  }
  function toEndVisit(visitFunction) {
    return visitFunction ? () => {
      if (suppressedCallbacks > 0) {
        suppressedCallbacks--;
      }
      if (suppressedCallbacks === 0) {
        visitFunction(_scanner.getTokenOffset(), _scanner.getTokenLength(), _scanner.getTokenStartLine(), _scanner.getTokenStartCharacter());
      }
    } : () => true;
  }
  const onObjectBegin = toBeginVisit(visitor.onObjectBegin), onObjectProperty = toOneArgVisitWithPath(visitor.onObjectProperty), onObjectEnd = toEndVisit(visitor.onObjectEnd), onArrayBegin = toBeginVisit(visitor.onArrayBegin), onArrayEnd = toEndVisit(visitor.onArrayEnd), onLiteralValue = toOneArgVisitWithPath(visitor.onLiteralValue), onSeparator = toOneArgVisit(visitor.onSeparator), onComment = toNoArgVisit(visitor.onComment), onError = toOneArgVisit(visitor.onError);
  const disallowComments = options && options.disallowComments;
  const allowTrailingComma = options && options.allowTrailingComma;
  function scanNext() {
    while (true) {
      const token = _scanner.scan();
      switch (_scanner.getTokenError()) {
        case 4:
          handleError(
            14
            /* ParseErrorCode.InvalidUnicode */
          );
          break;
        case 5:
          handleError(
            15
            /* ParseErrorCode.InvalidEscapeCharacter */
          );
          break;
        case 3:
          handleError(
            13
            /* ParseErrorCode.UnexpectedEndOfNumber */
          );
          break;
        case 1:
          if (!disallowComments) {
            handleError(
              11
              /* ParseErrorCode.UnexpectedEndOfComment */
            );
          }
          break;
        case 2:
          handleError(
            12
            /* ParseErrorCode.UnexpectedEndOfString */
          );
          break;
        case 6:
          handleError(
            16
            /* ParseErrorCode.InvalidCharacter */
          );
          break;
      }
      switch (token) {
        case 12:
        case 13:
          if (disallowComments) {
            handleError(
              10
              /* ParseErrorCode.InvalidCommentToken */
            );
          } else {
            onComment();
          }
          break;
        case 16:
          handleError(
            1
            /* ParseErrorCode.InvalidSymbol */
          );
          break;
        case 15:
        case 14:
          break;
        default:
          return token;
      }
    }
  }
  function handleError(error2, skipUntilAfter = [], skipUntil = []) {
    onError(error2);
    if (skipUntilAfter.length + skipUntil.length > 0) {
      let token = _scanner.getToken();
      while (token !== 17) {
        if (skipUntilAfter.indexOf(token) !== -1) {
          scanNext();
          break;
        } else if (skipUntil.indexOf(token) !== -1) {
          break;
        }
        token = scanNext();
      }
    }
  }
  function parseString(isValue) {
    const value = _scanner.getTokenValue();
    if (isValue) {
      onLiteralValue(value);
    } else {
      onObjectProperty(value);
      _jsonPath.push(value);
    }
    scanNext();
    return true;
  }
  function parseLiteral() {
    switch (_scanner.getToken()) {
      case 11:
        const tokenValue = _scanner.getTokenValue();
        let value = Number(tokenValue);
        if (isNaN(value)) {
          handleError(
            2
            /* ParseErrorCode.InvalidNumberFormat */
          );
          value = 0;
        }
        onLiteralValue(value);
        break;
      case 7:
        onLiteralValue(null);
        break;
      case 8:
        onLiteralValue(true);
        break;
      case 9:
        onLiteralValue(false);
        break;
      default:
        return false;
    }
    scanNext();
    return true;
  }
  function parseProperty() {
    if (_scanner.getToken() !== 10) {
      handleError(3, [], [
        2,
        5
        /* SyntaxKind.CommaToken */
      ]);
      return false;
    }
    parseString(false);
    if (_scanner.getToken() === 6) {
      onSeparator(":");
      scanNext();
      if (!parseValue()) {
        handleError(4, [], [
          2,
          5
          /* SyntaxKind.CommaToken */
        ]);
      }
    } else {
      handleError(5, [], [
        2,
        5
        /* SyntaxKind.CommaToken */
      ]);
    }
    _jsonPath.pop();
    return true;
  }
  function parseObject() {
    onObjectBegin();
    scanNext();
    let needsComma = false;
    while (_scanner.getToken() !== 2 && _scanner.getToken() !== 17) {
      if (_scanner.getToken() === 5) {
        if (!needsComma) {
          handleError(4, [], []);
        }
        onSeparator(",");
        scanNext();
        if (_scanner.getToken() === 2 && allowTrailingComma) {
          break;
        }
      } else if (needsComma) {
        handleError(6, [], []);
      }
      if (!parseProperty()) {
        handleError(4, [], [
          2,
          5
          /* SyntaxKind.CommaToken */
        ]);
      }
      needsComma = true;
    }
    onObjectEnd();
    if (_scanner.getToken() !== 2) {
      handleError(7, [
        2
        /* SyntaxKind.CloseBraceToken */
      ], []);
    } else {
      scanNext();
    }
    return true;
  }
  function parseArray() {
    onArrayBegin();
    scanNext();
    let isFirstElement = true;
    let needsComma = false;
    while (_scanner.getToken() !== 4 && _scanner.getToken() !== 17) {
      if (_scanner.getToken() === 5) {
        if (!needsComma) {
          handleError(4, [], []);
        }
        onSeparator(",");
        scanNext();
        if (_scanner.getToken() === 4 && allowTrailingComma) {
          break;
        }
      } else if (needsComma) {
        handleError(6, [], []);
      }
      if (isFirstElement) {
        _jsonPath.push(0);
        isFirstElement = false;
      } else {
        _jsonPath[_jsonPath.length - 1]++;
      }
      if (!parseValue()) {
        handleError(4, [], [
          4,
          5
          /* SyntaxKind.CommaToken */
        ]);
      }
      needsComma = true;
    }
    onArrayEnd();
    if (!isFirstElement) {
      _jsonPath.pop();
    }
    if (_scanner.getToken() !== 4) {
      handleError(8, [
        4
        /* SyntaxKind.CloseBracketToken */
      ], []);
    } else {
      scanNext();
    }
    return true;
  }
  function parseValue() {
    switch (_scanner.getToken()) {
      case 3:
        return parseArray();
      case 1:
        return parseObject();
      case 10:
        return parseString(true);
      default:
        return parseLiteral();
    }
  }
  scanNext();
  if (_scanner.getToken() === 17) {
    if (options.allowEmptyContent) {
      return true;
    }
    handleError(4, [], []);
    return false;
  }
  if (!parseValue()) {
    handleError(4, [], []);
    return false;
  }
  if (_scanner.getToken() !== 17) {
    handleError(9, [], []);
  }
  return true;
}

// node_modules/.pnpm/jsonc-parser@3.3.1/node_modules/jsonc-parser/lib/esm/main.js
var ScanError;
(function(ScanError2) {
  ScanError2[ScanError2["None"] = 0] = "None";
  ScanError2[ScanError2["UnexpectedEndOfComment"] = 1] = "UnexpectedEndOfComment";
  ScanError2[ScanError2["UnexpectedEndOfString"] = 2] = "UnexpectedEndOfString";
  ScanError2[ScanError2["UnexpectedEndOfNumber"] = 3] = "UnexpectedEndOfNumber";
  ScanError2[ScanError2["InvalidUnicode"] = 4] = "InvalidUnicode";
  ScanError2[ScanError2["InvalidEscapeCharacter"] = 5] = "InvalidEscapeCharacter";
  ScanError2[ScanError2["InvalidCharacter"] = 6] = "InvalidCharacter";
})(ScanError || (ScanError = {}));
var SyntaxKind;
(function(SyntaxKind2) {
  SyntaxKind2[SyntaxKind2["OpenBraceToken"] = 1] = "OpenBraceToken";
  SyntaxKind2[SyntaxKind2["CloseBraceToken"] = 2] = "CloseBraceToken";
  SyntaxKind2[SyntaxKind2["OpenBracketToken"] = 3] = "OpenBracketToken";
  SyntaxKind2[SyntaxKind2["CloseBracketToken"] = 4] = "CloseBracketToken";
  SyntaxKind2[SyntaxKind2["CommaToken"] = 5] = "CommaToken";
  SyntaxKind2[SyntaxKind2["ColonToken"] = 6] = "ColonToken";
  SyntaxKind2[SyntaxKind2["NullKeyword"] = 7] = "NullKeyword";
  SyntaxKind2[SyntaxKind2["TrueKeyword"] = 8] = "TrueKeyword";
  SyntaxKind2[SyntaxKind2["FalseKeyword"] = 9] = "FalseKeyword";
  SyntaxKind2[SyntaxKind2["StringLiteral"] = 10] = "StringLiteral";
  SyntaxKind2[SyntaxKind2["NumericLiteral"] = 11] = "NumericLiteral";
  SyntaxKind2[SyntaxKind2["LineCommentTrivia"] = 12] = "LineCommentTrivia";
  SyntaxKind2[SyntaxKind2["BlockCommentTrivia"] = 13] = "BlockCommentTrivia";
  SyntaxKind2[SyntaxKind2["LineBreakTrivia"] = 14] = "LineBreakTrivia";
  SyntaxKind2[SyntaxKind2["Trivia"] = 15] = "Trivia";
  SyntaxKind2[SyntaxKind2["Unknown"] = 16] = "Unknown";
  SyntaxKind2[SyntaxKind2["EOF"] = 17] = "EOF";
})(SyntaxKind || (SyntaxKind = {}));
var visit2 = visit;
var ParseErrorCode;
(function(ParseErrorCode2) {
  ParseErrorCode2[ParseErrorCode2["InvalidSymbol"] = 1] = "InvalidSymbol";
  ParseErrorCode2[ParseErrorCode2["InvalidNumberFormat"] = 2] = "InvalidNumberFormat";
  ParseErrorCode2[ParseErrorCode2["PropertyNameExpected"] = 3] = "PropertyNameExpected";
  ParseErrorCode2[ParseErrorCode2["ValueExpected"] = 4] = "ValueExpected";
  ParseErrorCode2[ParseErrorCode2["ColonExpected"] = 5] = "ColonExpected";
  ParseErrorCode2[ParseErrorCode2["CommaExpected"] = 6] = "CommaExpected";
  ParseErrorCode2[ParseErrorCode2["CloseBraceExpected"] = 7] = "CloseBraceExpected";
  ParseErrorCode2[ParseErrorCode2["CloseBracketExpected"] = 8] = "CloseBracketExpected";
  ParseErrorCode2[ParseErrorCode2["EndOfFileExpected"] = 9] = "EndOfFileExpected";
  ParseErrorCode2[ParseErrorCode2["InvalidCommentToken"] = 10] = "InvalidCommentToken";
  ParseErrorCode2[ParseErrorCode2["UnexpectedEndOfComment"] = 11] = "UnexpectedEndOfComment";
  ParseErrorCode2[ParseErrorCode2["UnexpectedEndOfString"] = 12] = "UnexpectedEndOfString";
  ParseErrorCode2[ParseErrorCode2["UnexpectedEndOfNumber"] = 13] = "UnexpectedEndOfNumber";
  ParseErrorCode2[ParseErrorCode2["InvalidUnicode"] = 14] = "InvalidUnicode";
  ParseErrorCode2[ParseErrorCode2["InvalidEscapeCharacter"] = 15] = "InvalidEscapeCharacter";
  ParseErrorCode2[ParseErrorCode2["InvalidCharacter"] = 16] = "InvalidCharacter";
})(ParseErrorCode || (ParseErrorCode = {}));
function printParseErrorCode(code) {
  switch (code) {
    case 1:
      return "InvalidSymbol";
    case 2:
      return "InvalidNumberFormat";
    case 3:
      return "PropertyNameExpected";
    case 4:
      return "ValueExpected";
    case 5:
      return "ColonExpected";
    case 6:
      return "CommaExpected";
    case 7:
      return "CloseBraceExpected";
    case 8:
      return "CloseBracketExpected";
    case 9:
      return "EndOfFileExpected";
    case 10:
      return "InvalidCommentToken";
    case 11:
      return "UnexpectedEndOfComment";
    case 12:
      return "UnexpectedEndOfString";
    case 13:
      return "UnexpectedEndOfNumber";
    case 14:
      return "InvalidUnicode";
    case 15:
      return "InvalidEscapeCharacter";
    case 16:
      return "InvalidCharacter";
  }
  return "<unknown ParseErrorCode>";
}

// packages/policy-language/src/document/document-positions.ts
var DocumentPositions = class {
  #root;
  #locateInString;
  constructor(root, locateInString) {
    this.#root = root;
    this.#locateInString = locateInString;
  }
  /** The range of the value at a JSON Pointer; of its nearest parent when there is no such value. */
  value(pointer) {
    const found2 = this.#find(pointer);
    return found2 && spanOf(found2.node);
  }
  /** The range of the key of the member at a JSON Pointer, or of the value when it has no key. */
  key(pointer) {
    const found2 = this.#find(pointer);
    return found2?.key ?? (found2 && spanOf(found2.node));
  }
  /**
   * The range of a part of the string at a JSON Pointer. `part` counts UTF-16 units of the string's
   * value; the result counts those of the text, where an escape like `\u0026` is longer than the
   * character it stands for.
   */
  within(pointer, part2) {
    const found2 = this.#find(pointer);
    if (found2 === void 0 || !found2.complete || typeof found2.node.value !== "string") {
      return found2 && spanOf(found2.node);
    }
    const { length } = found2.node.value;
    const start = Math.min(Math.max(part2.start, 0), length);
    const end = Math.min(Math.max(part2.end, start), length);
    return this.#locateInString(found2.node, { start, end });
  }
  #find(pointer) {
    if (this.#root === void 0) return void 0;
    let found2 = { node: this.#root, complete: true };
    for (const key of fromPointer(pointer)) {
      const { members, items } = found2.node;
      const item = /^(?:0|[1-9]\d*)$/.test(key) ? items?.[Number(key)] : void 0;
      const next = members?.get(key) ?? (item && { node: item });
      if (next === void 0) return { ...found2, complete: false };
      found2 = { ...next, complete: true };
    }
    return found2;
  }
};
function spanOf({ start, end }) {
  return { start, end };
}

// packages/policy-language/src/document/nesting.ts
var maxNesting = 500;

// packages/policy-language/src/document/placed-members.ts
var width = 4;
var fewest = 16;
var PlacedMembers = class {
  /** Of each member the name, the start and end of the key, and the value. */
  #entries = [];
  #table;
  /** Puts a member after the others, or in the place of the one of the same name. */
  set(name, key, node) {
    const found2 = this.#find(name);
    if (found2 !== void 0) {
      this.#entries.splice(found2, width, name, key.start, key.end, node);
      return;
    }
    this.#table?.set(name, this.#entries.length);
    this.#entries.push(name, key.start, key.end, node);
  }
  /** The member of a name. */
  get(name) {
    const found2 = this.#find(name);
    return found2 === void 0 ? void 0 : this.#at(found2);
  }
  /** The names of the members. */
  names() {
    return this.#entries.filter((_entry, index) => index % width === 0);
  }
  *[Symbol.iterator]() {
    for (let index = 0; index < this.#entries.length; index += width) {
      yield [this.#entries[index], this.#at(index)];
    }
  }
  /** Gives back the room that was kept for more members. */
  close() {
    this.#entries = this.#entries.slice();
  }
  #find(name) {
    if (this.#entries.length <= fewest * width) {
      for (let index = 0; index < this.#entries.length; index += width) {
        if (this.#entries[index] === name) return index;
      }
      return void 0;
    }
    this.#table ??= new Map(this.names().map((known3, position) => [known3, position * width]));
    return this.#table.get(name);
  }
  #at(index) {
    const [, start, end, node] = this.#entries.slice(index, index + width);
    return { key: { start, end }, node };
  }
};

// packages/policy-language/src/document/tree-builder.ts
var StopReading = class extends Error {
  error;
  constructor(error2) {
    super(error2.code);
    this.error = error2;
  }
};
var TreeBuilder = class {
  errors = [];
  root;
  #open = [];
  /** How many lists and objects are open. */
  get depth() {
    return this.#open.length;
  }
  /** JSON Pointer to the value that comes next. */
  get pointer() {
    const last2 = this.#open.length - 1;
    return toPointer(
      this.#open.map(({ items, key }, level) => {
        if (items === void 0) return key?.name ?? "";
        return level === last2 ? items.length : items.length - 1;
      })
    );
  }
  beginObject(start) {
    const value = Object.setPrototypeOf({}, null);
    this.#begin({ start, end: start, value, members: new PlacedMembers() });
  }
  beginList(start) {
    this.#begin({ start, end: start, value: [], items: [] });
  }
  /** Ends the object or list that was begun last; `end` is the first offset after it. */
  end(end) {
    const container = this.#open.pop();
    if (container === void 0) throw new Error("nothing is open");
    container.end = end;
    if (container.members !== void 0) {
      container.members.close();
      rememberKeyOrder(container.value, container.members.names());
    }
    return container;
  }
  /** Sets the key of the value that comes next. */
  key(name, span) {
    const first = this.#open.at(-1)?.members?.get(name)?.key;
    this.unreadableKey(name, span);
    if (first === void 0) return;
    const { pointer } = this;
    this.errors.push({ code: "duplicate-key", span, detail: name, pointer, first });
  }
  /** Sets what stands in the place of a key; that it stands twice is not worth an error. */
  unreadableKey(name, span) {
    const object = this.#open.at(-1);
    if (object?.members !== void 0) object.key = { name, span };
  }
  /** Puts a value where it belongs: after the last key, at the end of the list, or as the root. */
  place(node) {
    const parent = this.#open.at(-1);
    if (parent === void 0) {
      this.root ??= node;
    } else if (parent.items !== void 0) {
      parent.items.push(node);
      parent.value.push(node.value);
    } else if (parent.key !== void 0) {
      const { name, span } = parent.key;
      parent.members.set(name, span, node);
      parent.value[name] = node.value;
    }
  }
  #begin(container) {
    const { start } = container;
    if (this.depth >= maxNesting) throw tooDeep({ start, end: start + 1 });
    this.place(container);
    this.#open.push(container);
  }
};
function tooDeep(span) {
  return new StopReading({ code: "too-deep", span, detail: String(maxNesting), pointer: "" });
}

// packages/policy-language/src/document/json/json-string.ts
function locateInJsonString(text2, string, part2) {
  let offset = string.start + 1;
  let start = offset;
  for (let unit = 0; unit < part2.end; unit++) {
    if (unit === part2.start) start = offset;
    offset += unitLength(text2, offset);
  }
  return { start: part2.start === part2.end ? offset : start, end: offset };
}
function findStringFault(text2, { start, end }) {
  for (let offset = start + 1; offset < end; offset += unitLength(text2, offset)) {
    if (text2.charCodeAt(offset) < 32) return fault("InvalidCharacter", offset, 1);
    if (text2[offset] !== "\\") continue;
    if (text2[offset + 1] === "u") {
      const digits = /^[\da-fA-F]*/.exec(text2.slice(offset + 2, offset + 6))?.[0] ?? "";
      if (digits.length < 4) return fault("InvalidUnicode", offset, 2 + digits.length);
    } else if (!/^["\\/bfnrt]$/.test(text2[offset + 1] ?? "")) {
      return fault("InvalidEscapeCharacter", offset, Math.min(2, end - offset));
    }
  }
  return void 0;
}
function fault(kind, start, length) {
  return { kind, span: { start, end: start + length } };
}
function unitLength(text2, offset) {
  if (text2[offset] !== "\\") return 1;
  return text2[offset + 1] === "u" ? 6 : 2;
}

// packages/policy-language/src/document/json/parse-json.ts
function parseJson(text2) {
  const tree = new TreeBuilder();
  const locate = (string, part2) => locateInJsonString(text2, string, part2);
  try {
    readInto(tree, text2);
  } catch (error2) {
    if (!(error2 instanceof StopReading)) throw error2;
    const positions = new DocumentPositions(void 0, locate);
    return { value: void 0, errors: [...tree.errors, error2.error], positions };
  }
  return {
    value: tree.root?.value,
    errors: tree.errors,
    positions: new DocumentPositions(tree.root, locate)
  };
}
function readInto(tree, text2) {
  visit2(
    // A space in the place of the mark leaves all offsets as they are.
    text2.replace(/^\ufeff/, " "),
    {
      onObjectBegin: (offset) => tree.beginObject(offset),
      onArrayBegin: (offset) => tree.beginList(offset),
      onObjectEnd: (offset, length) => void tree.end(offset + length),
      onArrayEnd: (offset, length) => void tree.end(offset + length),
      onObjectProperty: (name, start, length) => tree.key(name, { start, end: start + length }),
      onLiteralValue: (value, start, length) => {
        const end = start + length;
        const exact = typeof value === "number" ? exactNumber(text2.slice(start, end)) : value;
        tree.place({ start, end, value: exact });
      },
      // What the parser believes after the first error is a guess.
      onError: (code, start, length) => {
        const { kind, span } = syntaxError(text2, code, {
          start,
          // Of a comment that is not closed the parser tells one character too many.
          end: Math.min(text2.length, start + length)
        });
        throw new StopReading({ code: "syntax", span, detail: kind, pointer: "" });
      }
    },
    { disallowComments: true }
  );
}
function syntaxError(text2, code, token) {
  const kind = printParseErrorCode(code);
  if (inStrings.has(kind)) return findStringFault(text2, token) ?? { kind, span: token };
  const number2 = token.end > token.start ? numberAround(text2, token) : void 0;
  if (number2 !== void 0 && (kind === "InvalidSymbol" || number2.start < token.start)) {
    return { kind: "InvalidNumberFormat", span: number2 };
  }
  return { kind, span: token };
}
var inStrings = /* @__PURE__ */ new Set([
  "InvalidCharacter",
  "InvalidEscapeCharacter",
  "InvalidUnicode"
]);
function numberAround(text2, token) {
  let { start } = token;
  while (start > token.start - 40 && isNumberCharacter(text2[start - 1])) start -= 1;
  let { end } = token;
  while (end < token.start + 40 && isNumberCharacter(text2[end])) end += 1;
  const written = text2.slice(start, end);
  return /^(?:\d|[+\-.]+(?:\d|inf|nan))/i.test(written) ? { start, end } : void 0;
}
function isNumberCharacter(character2) {
  return character2 !== void 0 && /[\w+\-.]/.test(character2);
}

// packages/policy-language/src/document/syntax-sentences.ts
var json = {
  InvalidSymbol: ["This is not a JSON value.", "Text and keys need double quotes."],
  InvalidNumberFormat: ["This is not a JSON number.", "Write it like 12, -3.5 or 1e6."],
  PropertyNameExpected: [
    "A key is missing here.",
    "Write a key in double quotes, or remove the comma before the closing brace."
  ],
  ValueExpected: ["A value is missing here.", "Write a value, or remove the comma before it."],
  ColonExpected: ["A colon is missing after the key.", 'Write "key": value.'],
  CommaExpected: ["A comma is missing before this.", "Separate members and items by commas."],
  CloseBraceExpected: ["An object is not closed.", "Add the missing }."],
  CloseBracketExpected: ["A list is not closed.", "Add the missing ]."],
  EndOfFileExpected: [
    "There is more text after the end of the document.",
    "Keep one JSON value in the file."
  ],
  InvalidCommentToken: ["JSON has no comments.", "Remove it, or write the policy in TypeScript."],
  UnexpectedEndOfComment: ["A comment is not closed.", "JSON has no comments: remove it."],
  UnexpectedEndOfString: [
    "A string is not closed on its line.",
    'Add the closing "; a line break inside a string is written \\n.'
  ],
  UnexpectedEndOfNumber: ["A number ends too early.", "Write it like 12, -3.5 or 1e6."],
  InvalidUnicode: ["A \\u escape is wrong.", "It takes four hexadecimal digits: \\u0026."],
  InvalidEscapeCharacter: [
    "This escape does not exist in JSON.",
    'JSON knows \\" \\\\ \\/ \\b \\f \\n \\r \\t and \\u0000; write a backslash as \\\\.'
  ],
  InvalidCharacter: [
    "A control character stands in a string.",
    "Write it as an escape, such as \\t or \\u0007."
  ]
};
var yaml = {
  AliasWithProperties: [
    "An alias cannot have a tag or an anchor of its own.",
    "Remove what stands before the *."
  ],
  AnchorName: ["The name of an anchor or alias is missing.", "Write it like &name and *name."],
  AnchorTwice: ["A value has two anchors.", "Keep one of the names."],
  BlockInFlow: [
    "A list or object by indentation stands inside brackets.",
    "Inside [ ] and { }, write lists and objects with brackets too."
  ],
  CarriageReturn: [
    "A carriage return stands here without a line feed.",
    "End lines with LF or CRLF; inside double quotes the character is written \\r."
  ],
  ColonMissing: ["A colon is missing after this key.", "Write key: value."],
  CommaMissing: ["A comma is missing before this.", "Separate members and items by commas."],
  CommentSpace: [
    "A comment needs a space before its #.",
    "Add the space, or put the text in quotes if the # belongs to it."
  ],
  ControlCharacter: [
    "A control character stands here.",
    'Remove it, or write it as an escape in double quotes, such as "\\u0007".'
  ],
  Directive: ["This directive is wrong.", "Remove the line that starts with %."],
  DirectiveEnd: ["The line --- is missing after the directives.", "Add it before the policy."],
  EmptyDocument: ["The file holds no value.", "Write a policy, such as inbound: []."],
  EscapeUnknown: [
    "This escape does not exist in YAML.",
    "Write a backslash as \\\\, or put the text in single quotes."
  ],
  FlowUnclosed: ["A bracket is not closed.", "Add the missing ] or }."],
  Indentation: [
    "The indentation does not fit what stands before.",
    "Start all keys of an object, and all dashes of a list, in the same column."
  ],
  IndentationOfText: [
    "This line is indented less than its text block.",
    "Indent it like the first line, or write the indentation after the | or >, such as |2."
  ],
  ItemDash: ["A list item has no dash.", "Start the item with - and a space."],
  KeyLong: ["A key is longer than 1024 characters.", "Write ? before it, or shorten it."],
  KeyNotOneLine: [
    "A key does not end on its line.",
    "Look for a missing colon or quote on the lines before, or put the text in quotes."
  ],
  KeyTwoColons: [
    "A second colon on one line starts an object where none can be.",
    "Put text that contains a colon and a space in quotes, or begin a new line."
  ],
  PlainStart: ["Text without quotes cannot start with this character.", "Put the text in quotes."],
  PropertyOrder: [
    "An anchor or a tag stands in the wrong place.",
    "Write it directly before its value, with a space between."
  ],
  QuoteUnclosed: [
    "A string is not closed.",
    "Add the closing quote; further lines of the string must be indented."
  ],
  SpaceAfterColon: ["A space is missing after the colon.", "Write key: value."],
  TabAsIndentation: ["A tab stands in the indentation.", "YAML takes only spaces there."],
  Tag: ["This tag is wrong.", "Remove it."],
  Unexpected: [
    "This cannot stand here.",
    "Check the quotes, brackets, commas and the indentation around here."
  ]
};
var syntaxSentences = { ...json, ...yaml };

// packages/policy-language/src/document/describe-document-error.ts
function describeDocumentError({ code, detail }) {
  switch (code) {
    case "syntax": {
      const [message, help] = syntaxSentences[detail] ?? syntaxSentences.Unexpected;
      return { message, help };
    }
    case "duplicate-key":
      return {
        message: `The key ${JSON.stringify(detail)} stands twice in one object.`,
        help: "Remove one of the two; readers disagree about which of them counts."
      };
    case "too-deep":
      return {
        message: `The document is nested deeper than ${detail} levels.`,
        help: "A policy needs a handful of levels; look for brackets that are not closed."
      };
    case "alias-unknown":
      return {
        message: `Nothing before this is named &${detail}.`,
        help: `Write &${detail} before the value that is meant; it must stand earlier in the file.`
      };
    case "alias-recursive":
      return {
        message: `*${detail} stands inside the value that it repeats.`,
        help: "JSON has no value that contains itself: write out what is meant."
      };
    case "aliases-too-large":
      return {
        message: `The aliases stand for more than ${detail} values and characters.`,
        help: "Aliases of values with aliases multiply: write out what is meant."
      };
    case "key-not-text":
      return {
        message: `The key ${detail} is not text.`,
        help: 'JSON has only text as keys: write it in quotes, like "1".'
      };
    case "merge-key":
      return {
        message: "YAML 1.2 has no merge key <<.",
        help: 'Write out the members; if you mean a key of this name, write it in quotes: "<<".'
      };
    case "number-not-finite":
      return {
        message: `JSON has no number ${detail}.`,
        help: "Write a finite number; if you mean the text, write it in quotes."
      };
    case "several-documents":
      return {
        message: "A second YAML document starts here.",
        help: "Keep one policy in the file, and remove the line ---."
      };
    case "tag-unknown":
      return {
        message: `The tag ${detail} has no meaning in a policy.`,
        help: "Remove it; a policy consists of text, numbers, true, false, null, lists and objects."
      };
    case "tag-mismatch":
      return {
        message: `This value is not what its tag ${detail} says.`,
        help: "Remove the tag, or write a value of its kind."
      };
    case "yaml-version":
      return {
        message: `Policies are read as YAML 1.2, not ${detail}.`,
        help: "Remove the line %YAML; in YAML 1.2, yes, no, on and off are text."
      };
  }
}

// packages/policy-language/src/document/text-positions.ts
var byteOrderMark = "\uFEFF";
var TextPositions = class {
  #text;
  #starts;
  constructor(text2) {
    this.#text = text2;
  }
  /** The position of a UTF-16 offset. */
  at(offset) {
    this.#starts ??= lineStarts(this.#text);
    const starts = this.#starts;
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: Math.max(0, offset - (starts[low] ?? 0)) + 1 };
  }
};
var lineFeed = 10;
var carriageReturn = 13;
function lineStarts(text2) {
  const starts = [text2.startsWith(byteOrderMark) ? 1 : 0];
  for (let index = 0; index < text2.length; index++) {
    const unit = text2.charCodeAt(index);
    if (unit !== lineFeed && unit !== carriageReturn) continue;
    if (unit === carriageReturn && text2.charCodeAt(index + 1) === lineFeed) index += 1;
    starts.push(index + 1);
  }
  return starts;
}

// packages/policy-language/src/document/policy-source.ts
function textPolicySource(file, text2, { value, errors, positions }) {
  const lines = new TextPositions(text2);
  const range = ({ start, end }) => ({
    file,
    start: lines.at(start),
    end: lines.at(end)
  });
  return {
    file,
    document: value,
    errors,
    range,
    locate(pointer, part2 = "value") {
      const span = part2 === "key" ? positions.key(pointer) : part2 === "value" ? positions.value(pointer) : positions.within(pointer, part2);
      return span && range(span);
    }
  };
}

// packages/policy-language/src/document/json/json-policy-source.ts
function jsonPolicySource(file, text2) {
  return textPolicySource(file, text2, parseJson(text2));
}

// packages/policy-language/src/document/policy-document.ts
var orNull = (type2) => [type2, "null"];
var actionSchema = {
  type: "object",
  description: "One action of a rule: what is done.",
  properties: {
    type: { type: "string", description: "What is done: `deny`, `url-rewrite` \u2026" },
    config: { type: orNull("object"), description: "How it is done; depends on the type." }
  },
  required: ["type"],
  additionalProperties: false
};
var ruleSchema = {
  type: "object",
  description: "One rule: its actions are done when all of its expressions are true.",
  properties: {
    name: { type: "string", description: "What the rule is for, in a few words." },
    expressions: {
      type: orNull("array"),
      items: { type: "string", description: "A CEL expression that is true or false." },
      description: "CEL conditions, all of which must be true; none: the rule always matches."
    },
    actions: { type: "array", items: actionSchema, description: "What is done, in order." }
  },
  required: ["actions"],
  additionalProperties: false
};
function policyDocumentSchema(dialect) {
  const rules3 = { type: orNull("array"), items: ruleSchema };
  return {
    type: "object",
    properties: Object.fromEntries(dialect.directions.map((name) => [name, rules3])),
    additionalProperties: false
  };
}

// packages/policy-language/src/expression/print-literal.ts
function printLiteral(literal) {
  switch (literal.type) {
    case "string":
      return printString(literal.value);
    case "bytes":
      return printBytes(literal.value);
    case "int":
      return printWhole(literal.value, -(2n ** 63n), 2n ** 63n - 1n);
    case "uint":
      return `${printWhole(literal.value, 0n, 2n ** 64n - 1n)}u`;
    case "double":
      return printDouble(literal.value);
    case "bool":
    case "null":
      return String(literal.value);
  }
}
function printString(value) {
  if (!value.isWellFormed()) {
    throw new RangeError("A string with half a surrogate pair cannot be written in CEL.");
  }
  return quoted(value, unprintable);
}
function printBytes(value) {
  const characters2 = Array.from(value, (byte) => String.fromCharCode(byte));
  return `b${quoted(characters2.join(""), unprintableByte)}`;
}
var unprintable = (
  // oxlint-disable-next-line no-control-regex
  /[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069\ufeff]/g
);
var unprintableByte = /[^ -~]/g;
function quoted(value, escaped) {
  if (/^[\w ./:-]*$/.test(value)) return `'${value}'`;
  const quote = count(value, "'") > count(value, '"') ? '"' : "'";
  const text2 = value.replaceAll("\\", "\\\\").replaceAll(quote, `\\${quote}`).replace(escaped, (character2) => short[character2] ?? numbered(character2.charCodeAt(0)));
  return quote + text2 + quote;
}
function count(text2, part2) {
  return text2.split(part2).length - 1;
}
var short = { "\n": "\\n", "\r": "\\r", "	": "\\t" };
function numbered(code) {
  return code > 255 ? `\\u${hex(code, 4)}` : `\\x${hex(code, 2)}`;
}
function hex(code, digits) {
  return code.toString(16).padStart(digits, "0");
}
function printWhole(value, least2, most2) {
  if (value < least2 || value > most2) {
    throw new RangeError(`${value} does not fit into 64 bits.`);
  }
  return String(value);
}
function printDouble(value) {
  if (!Number.isFinite(value)) throw new RangeError(`${value} cannot be written in CEL.`);
  const text2 = Object.is(value, -0) ? "-0" : String(value);
  return /[.e]/.test(text2) ? text2 : `${text2}.0`;
}

// packages/policy-language/src/expression/precedence.ts
var precedence = {
  conditional: 0,
  or: 1,
  and: 2,
  relation: 3,
  sum: 4,
  product: 5,
  unary: 6,
  member: 7
};
var operatorPrecedence = {
  "||": precedence.or,
  "&&": precedence.and,
  "==": precedence.relation,
  "!=": precedence.relation,
  "<": precedence.relation,
  "<=": precedence.relation,
  ">": precedence.relation,
  ">=": precedence.relation,
  in: precedence.relation,
  "+": precedence.sum,
  "-": precedence.sum,
  "*": precedence.product,
  "/": precedence.product,
  "%": precedence.product
};

// packages/policy-language/src/expression/words.ts
var keywords = /* @__PURE__ */ new Set(["false", "in", "null", "true"]);
var reservedWords = /* @__PURE__ */ new Set([
  "as",
  "break",
  "const",
  "continue",
  "else",
  "for",
  "function",
  "if",
  "import",
  "let",
  "loop",
  "namespace",
  "package",
  "return",
  "var",
  "void",
  "while"
]);

// packages/policy-language/src/expression/print.ts
function printExpression(expression) {
  return print(expression, precedence.conditional);
}
function print(expression, place) {
  const text2 = printNode(expression);
  return precedenceOf(expression) < place ? `(${text2})` : text2;
}
function printNode(node) {
  switch (node.kind) {
    case "literal":
      return printLiteral(node);
    case "identifier":
      return absoluteDot(node) + variableName(node.name);
    case "select":
      return `${print(node.operand, precedence.member)}.${fieldName(node.field)}`;
    case "index":
      return `${print(node.operand, precedence.member)}[${printExpression(node.index)}]`;
    case "call":
      return `${callee(node)}(${node.arguments.map(printExpression).join(", ")})`;
    case "unary":
      return node.operator + signed(node.operator, print(node.operand, precedence.unary));
    case "binary": {
      const level = operatorPrecedence[node.operator];
      const left = level === precedence.relation ? level + 1 : level;
      return `${print(node.left, left)} ${node.operator} ${print(node.right, level + 1)}`;
    }
    case "conditional": {
      const condition = print(node.condition, precedence.or);
      const whenTrue2 = print(node.whenTrue, precedence.or);
      return `${condition} ? ${whenTrue2} : ${printExpression(node.whenFalse)}`;
    }
    case "list":
      return `[${node.elements.map(printExpression).join(", ")}]`;
    case "map":
      return `{${node.entries.map(({ key, value }) => `${printExpression(key)}: ${printExpression(value)}`).join(", ")}}`;
  }
}
function callee({ name, target, absolute }) {
  if (target === void 0) return absoluteDot({ absolute }) + variableName(name);
  return `${print(target, precedence.member)}.${fieldName(name)}`;
}
function signed(operator, operand) {
  const mixes = operator === "-" ? /^[-!\d]/ : /^-/;
  return mixes.test(operand) ? `(${operand})` : operand;
}
function absoluteDot({ absolute }) {
  return absolute === true ? "." : "";
}
function variableName(name) {
  if (reservedWords.has(name)) throw notAName(name);
  return fieldName(name);
}
function fieldName(name) {
  if (!/^[A-Za-z_]\w*$/.test(name) || keywords.has(name)) throw notAName(name);
  return name;
}
function notAName(name) {
  return new RangeError(`${JSON.stringify(name)} is not a name in CEL.`);
}
function precedenceOf(node) {
  switch (node.kind) {
    case "conditional":
      return precedence.conditional;
    case "binary":
      return operatorPrecedence[node.operator];
    case "unary":
      return precedence.unary;
    case "literal":
      return isNegative(node.value) ? precedence.unary : precedence.member;
    default:
      return precedence.member;
  }
}
function isNegative(value) {
  return typeof value === "bigint" ? value < 0n : typeof value === "number" && (value < 0 || Object.is(value, -0));
}

// packages/policy-language/src/expression/guard/facts.ts
var Facts = class _Facts {
  #keys;
  /** For each list, how many items it has at least. */
  #sizes;
  constructor(keys3 = [], sizes2 = []) {
    this.#keys = new Set(keys3);
    this.#sizes = new Map(sizes2);
  }
  /** Whether a map is known to have a key. */
  hasKey(map, key) {
    return this.#keys.has(keyOf(map, key));
  }
  /** Whether a list is known to have an item at an index. */
  hasItem(list2, index) {
    const known3 = this.#sizes.get(printExpression(normal(list2))) ?? 0n;
    return index >= 0n && index < known3;
  }
  /** Both. */
  and(other) {
    if (other.#keys.size === 0 && other.#sizes.size === 0) return this;
    const sizes2 = new Map(this.#sizes);
    for (const [list2, size] of other.#sizes) {
      const before2 = sizes2.get(list2) ?? 0n;
      sizes2.set(list2, size > before2 ? size : before2);
    }
    return new _Facts([...this.#keys, ...other.#keys], sizes2);
  }
};
var noFacts = new Facts();
function keyFact(map, key) {
  const value = { kind: "index", operand: map, index: key };
  return new Facts([keyOf(map, key)], [[printExpression(normal(value)), 1n]]);
}
function factsOf(condition, outcome) {
  if (condition.kind === "unary" && condition.operator === "!") {
    return factsOf(condition.operand, !outcome);
  }
  if (condition.kind === "call") {
    return outcome ? factsOfCall(condition) : noFacts;
  }
  if (condition.kind !== "binary") return noFacts;
  const { operator, left, right } = condition;
  if (operator === "&&" && outcome || operator === "||" && !outcome) {
    return factsOf(left, outcome).and(factsOf(right, outcome));
  }
  if (operator === "in") return outcome ? keyFact(right, left).and(itemFact(right)) : noFacts;
  const isFilled = operator === (outcome ? "!=" : "==") && (isEmptyList(left) || isEmptyList(right));
  return isFilled ? itemFact(isEmptyList(left) ? right : left) : sizeFact(condition, outcome);
}
function factsOfCall({ name, target, arguments: given }) {
  const [argument] = given;
  if (name === "has" && target === void 0 && argument?.kind === "select") {
    return keyFact(argument.operand, text(argument.field));
  }
  if (name.startsWith("has") && name.length > 3 && target === void 0) {
    const got = { kind: "call", name: `get${name.slice(3)}`, arguments: given };
    return new Facts([], [[printExpression(normal(got)), 1n]]);
  }
  return target !== void 0 && (name === "exists" || name === "exists_one") ? itemFact(target) : noFacts;
}
function itemFact(list2) {
  return new Facts([], [[printExpression(normal(list2)), 1n]]);
}
function isEmptyList(node) {
  return node.kind === "list" && node.elements.length === 0;
}
function sizeFact({ operator, left, right }, outcome) {
  const list2 = sizeOf(left) ?? sizeOf(right);
  const bound = wholeNumber(left) ?? wholeNumber(right);
  if (list2 === void 0 || bound === void 0) return noFacts;
  const seen = sizeOf(left) === void 0 ? mirrored[operator] : operator;
  const least2 = leastSize(outcome ? seen : opposite[seen ?? ""], bound);
  return least2 === void 0 ? noFacts : new Facts([], [[printExpression(normal(list2)), least2]]);
}
var mirrored = {
  "<": ">",
  "<=": ">=",
  ">": "<",
  ">=": "<=",
  "==": "==",
  "!=": "!="
};
var opposite = {
  "<": ">=",
  "<=": ">",
  ">": "<=",
  ">=": "<",
  "==": "!=",
  "!=": "=="
};
function leastSize(operator, bound) {
  if (operator === ">") return bound + 1n;
  if (operator === ">=" || operator === "==") return bound;
  return operator === "!=" && bound === 0n ? 1n : void 0;
}
function sizeOf(node) {
  if (node.kind !== "call" || node.name !== "size") return void 0;
  return node.target ?? node.arguments[0];
}
function wholeNumber(node) {
  if (node.kind === "unary" && node.operator === "-") {
    const value = wholeNumber(node.operand);
    return value === void 0 ? void 0 : -value;
  }
  return node.kind === "literal" && node.type === "int" ? node.value : void 0;
}
function text(value) {
  return { kind: "literal", type: "string", value };
}
function keyOf(map, key) {
  return printExpression(normal({ kind: "index", operand: map, index: key }));
}
function normal(node) {
  if (node.kind === "select") {
    return { kind: "index", operand: normal(node.operand), index: text(node.field) };
  }
  if (node.kind === "index") return { ...node, operand: normal(node.operand) };
  return node;
}

// packages/policy-language/src/expression/guard/lookups.ts
var Lookups = class {
  #dialect;
  #known = /* @__PURE__ */ new Map();
  constructor(dialect) {
    this.#dialect = dialect;
  }
  /** The expression with all such calls in it written out. */
  written(node) {
    let result = this.#known.get(node);
    if (result === void 0) {
      result = this.#write(node);
      this.#known.set(node, result);
    }
    return result;
  }
  #write(node) {
    switch (node.kind) {
      case "unary":
      case "select":
        return { ...node, operand: this.written(node.operand) };
      case "index":
        return { ...node, operand: this.written(node.operand), index: this.written(node.index) };
      case "binary":
        return { ...node, left: this.written(node.left), right: this.written(node.right) };
      case "call":
        return this.#entry(node) ?? this.#writeCall(node);
      default:
        return node;
    }
  }
  #writeCall(node) {
    const given = node.arguments.map((argument) => this.written(argument));
    return {
      ...node,
      ...node.target && { target: this.written(node.target) },
      arguments: given
    };
  }
  #entry({ name, target, arguments: given }) {
    const [key] = given;
    const [variable, ...others] = this.#dialect.functions.get(name)?.reads ?? [];
    const form = /^(has|get)[A-Z]/.exec(name)?.[1];
    if (form === void 0 || target !== void 0 || key === void 0) return void 0;
    if (variable === void 0 || others.length > 0 || given.length > 1) return void 0;
    const map = named(variable);
    const index = this.#keyOf(variable, key);
    return form === "has" ? { kind: "binary", operator: "in", left: index, right: map } : { kind: "index", operand: map, index };
  }
  #keyOf(variable, key) {
    const isText3 = key.kind === "literal" && key.type === "string";
    return isText3 && this.#headerKeys(variable) === "lower-case" ? text(key.value.toLowerCase()) : key;
  }
  #headerKeys(name) {
    for (const { variables: variables3 } of this.#dialect.namespaces) {
      const found2 = variables3.find((variable) => variable.name === name);
      if (found2 !== void 0) return found2.headerKeys;
    }
    return void 0;
  }
};
function named(name) {
  const [first = "", ...fields] = name.split(".");
  return fields.reduce((operand, field) => ({ kind: "select", operand, field }), {
    kind: "identifier",
    name: first
  });
}

// packages/policy-language/src/expression/guard/unguarded-accesses.ts
function unguardedAccesses(tree, types2, given = [], dialect = directionsDialect) {
  const found2 = [];
  const lookups = new Lookups(dialect);
  const known3 = given.reduce((facts, condition) => facts.and(learn(condition, true)), noFacts);
  visit3(tree, known3);
  return found2;
  function learn(condition, outcome) {
    return factsOf(lookups.written(condition), outcome);
  }
  function visit3(node, facts) {
    switch (node.kind) {
      case "literal":
      case "identifier":
        return;
      case "binary":
        if (node.operator === "&&" || node.operator === "||") {
          const outcome = node.operator === "&&";
          visit3(node.left, facts.and(learn(node.right, outcome)));
          visit3(node.right, facts.and(learn(node.left, outcome)));
          return;
        }
        visit3(node.left, facts);
        visit3(node.right, facts);
        return;
      case "unary":
        visit3(node.operand, facts);
        return;
      case "conditional":
        visit3(node.condition, facts);
        visit3(node.whenTrue, facts.and(learn(node.condition, true)));
        visit3(node.whenFalse, facts.and(learn(node.condition, false)));
        return;
      case "list":
        for (const element of node.elements) visit3(element, facts);
        return;
      case "map":
        for (const { key, value } of node.entries) {
          visit3(key, facts);
          visit3(value, facts);
        }
        return;
      case "call":
        visitCall(node, facts);
        return;
      case "select":
      case "index":
        visitAccess(node, facts);
    }
  }
  function visitCall(node, facts) {
    const { name, target } = node;
    if (target === void 0) {
      for (const argument of node.arguments) {
        visit3(name === "has" && argument.kind === "select" ? argument.operand : argument, facts);
      }
      return;
    }
    visit3(target, facts);
    const [variable] = node.arguments;
    const overMap = types2.get(target)?.kind === "map" && variable?.kind === "identifier";
    const inside = overMap ? facts.and(keyFact(target, variable)) : facts;
    for (const argument of node.arguments) visit3(argument, inside);
  }
  function visitAccess(node, facts) {
    const operandType = types2.get(node.operand)?.kind;
    const key = node.kind === "index" ? node.index : text(node.field);
    visit3(node.operand, facts);
    if (node.kind === "index") visit3(key, facts);
    if (operandType === "map" && !facts.hasKey(lookups.written(node.operand), lookups.written(key)) && !isLiteralOf(node.operand, key)) {
      const guard = `${printExpression(key)} in ${printExpression(node.operand)}`;
      found2.push({ node, ...node.span && { span: node.span }, guard });
    }
    if (operandType === "list" && node.kind === "index") {
      const index = wholeNumber(key);
      const length = node.operand.kind === "list" ? BigInt(node.operand.elements.length) : 0n;
      const isThere = index !== void 0 && (facts.hasItem(lookups.written(node.operand), index) || index >= 0n && index < length);
      if (!isThere) {
        const guard = `size(${printExpression(node.operand)}) > ${printExpression(key)}`;
        found2.push({ node, ...node.span && { span: node.span }, guard });
      }
    }
  }
}
function isLiteralOf(map, key) {
  if (map.kind !== "map") return false;
  const wanted = printExpression(key);
  return map.entries.some((entry) => printExpression(entry.key) === wanted);
}

// packages/policy-language/src/expression/characters.ts
function codeAt(text2, offset) {
  return offset < text2.length ? text2.charCodeAt(offset) : 0;
}
function isDigit2(code) {
  return code >= 48 && code <= 57;
}
function isHexDigit(code) {
  return isDigit2(code) || code >= 97 && code <= 102 || code >= 65 && code <= 70;
}
function isNameStart(code) {
  return code >= 97 && code <= 122 || code >= 65 && code <= 90 || code === 95;
}
function isNamePart(code) {
  return isNameStart(code) || isDigit2(code);
}

// packages/policy-language/src/expression/syntax-failure.ts
var SyntaxFailure = class extends Error {
  error;
  constructor(error2) {
    super(error2.code);
    this.error = error2;
  }
};

// packages/policy-language/src/expression/escape.ts
var characters = {
  "\\": 92,
  "?": 63,
  '"': 34,
  "'": 39,
  "`": 96,
  a: 7,
  b: 8,
  f: 12,
  n: 10,
  r: 13,
  t: 9,
  v: 11
};
var numeric = [
  { form: /\\[xX][0-9a-fA-F]{2}/y, digits: 2, base: 16, inBytes: true },
  { form: /\\[0-3][0-7]{2}/y, digits: 3, base: 8, inBytes: true },
  { form: /\\u[0-9a-fA-F]{4}/y, digits: 4, base: 16, inBytes: false },
  { form: /\\U[0-9a-fA-F]{8}/y, digits: 8, base: 16, inBytes: false }
];
var attempt = /\\(?:[xX][0-9a-fA-F]{0,2}|u[0-9a-fA-F]{0,4}|U[0-9a-fA-F]{0,8}|[0-9]{1,3}|[^])/uy;
function decodeEscape(content, at2, { offset, bytes }) {
  const character2 = characters[content.charAt(at2 + 1)];
  if (character2 !== void 0) return { value: character2, end: at2 + 2 };
  for (const { form, digits, base, inBytes } of numeric) {
    if (bytes && !inBytes) continue;
    form.lastIndex = at2;
    if (!form.test(content)) continue;
    const end = form.lastIndex;
    const value = Number.parseInt(content.slice(end - digits, end), base);
    if (isCodePoint(value)) return { value, end };
  }
  attempt.lastIndex = at2;
  const detail = attempt.exec(content)?.[0] ?? "\\";
  const start = offset + at2;
  throw new SyntaxFailure({
    code: "invalid-escape",
    span: { start, end: start + detail.length },
    detail
  });
}
function isCodePoint(value) {
  return value <= 1114111 && (value < 55296 || value > 57343);
}

// packages/policy-language/src/expression/utf8.ts
var leadOfSize = [0, 0, 192, 224, 240];
function* encodeUtf8(text2) {
  for (const character2 of text2) {
    const code = character2.codePointAt(0) ?? 0;
    if (code < 128) {
      yield code;
      continue;
    }
    const size = code < 2048 ? 2 : code < 65536 ? 3 : 4;
    yield (leadOfSize[size] ?? 0) | code >> 6 * (size - 1);
    for (let rest = size - 2; rest >= 0; rest--) yield 128 | code >> 6 * rest & 63;
  }
}

// packages/policy-language/src/expression/string-literal.ts
function isQuote(code) {
  return code === 39 || code === 34;
}
function endOfString(text2, start, quote) {
  const raw = isRaw(text2, start, quote);
  if (opensTriple(text2, quote)) return endOfTriple(text2, { start, quote, raw });
  const code = codeAt(text2, quote);
  for (let at2 = quote + 1; at2 < text2.length; at2++) {
    let here = codeAt(text2, at2);
    if (here === code) return at2 + 1;
    if (here === backslash && !raw) here = codeAt(text2, ++at2);
    if (here === 10 || here === 13) {
      const span = { start: at2, end: at2 + 1 };
      throw new SyntaxFailure({ code: "newline-in-string", span, detail: "" });
    }
  }
  throw unclosed(text2, start);
}
var backslash = 92;
function opensTriple(text2, quote) {
  const code = codeAt(text2, quote);
  return codeAt(text2, quote + 1) === code && codeAt(text2, quote + 2) === code;
}
function endOfTriple(text2, { start, quote, raw }) {
  const marks = text2.slice(quote, quote + 3);
  for (let at2 = quote + 3; at2 < text2.length; at2++) {
    if (codeAt(text2, at2) === backslash && !raw) at2++;
    else if (text2.startsWith(marks, at2)) return at2 + 3;
  }
  throw unclosed(text2, start);
}
function unclosed(text2, start) {
  const span = { start, end: text2.length };
  return new SyntaxFailure({ code: "unclosed-string", span, detail: text2.slice(start) });
}
function isRaw(text2, start, quote) {
  return quote > start && text2.charAt(quote - 1).toLowerCase() === "r";
}
function readString(text2, span) {
  const { start, end } = span;
  let quote = start;
  while (!isQuote(codeAt(text2, quote))) quote++;
  const triple = end - quote >= 6 && opensTriple(text2, quote);
  const offset = quote + (triple ? 3 : 1);
  const content = text2.slice(offset, end - (triple ? 3 : 1));
  const plain = !content.includes("\\") || isRaw(text2, start, quote);
  if (quote > start && text2.charAt(start).toLowerCase() === "b") {
    const value2 = plain ? Uint8Array.from(encodeUtf8(content)) : unescapeBytes(content, offset);
    return { kind: "literal", span, type: "bytes", value: value2 };
  }
  const value = plain ? content : unescapeString(content, offset);
  return { kind: "literal", span, type: "string", value };
}
function unescapeString(content, offset) {
  let value = "";
  for (let at2 = 0; at2 < content.length; ) {
    const next = content.indexOf("\\", at2);
    const stop = next < 0 ? content.length : next;
    value += content.slice(at2, stop);
    at2 = stop;
    if (next < 0) break;
    const escape = decodeEscape(content, next, { offset, bytes: false });
    value += String.fromCodePoint(escape.value);
    at2 = escape.end;
  }
  return value;
}
function unescapeBytes(content, offset) {
  const value = [];
  for (let at2 = 0; at2 < content.length; ) {
    const next = content.indexOf("\\", at2);
    const stop = next < 0 ? content.length : next;
    for (const byte of encodeUtf8(content.slice(at2, stop))) value.push(byte);
    at2 = stop;
    if (next < 0) break;
    const escape = decodeEscape(content, next, { offset, bytes: true });
    value.push(escape.value);
    at2 = escape.end;
  }
  return Uint8Array.from(value);
}

// packages/policy-language/src/expression/lexer.ts
var Lexer = class {
  text;
  kind = "end";
  start = 0;
  end = 0;
  previousKind = "end";
  previousStart = 0;
  previousEnd = 0;
  /** Begins before the token at an offset. */
  constructor(text2, offset = 0) {
    this.text = text2;
    this.end = offset;
  }
  /** Goes to the next token. Throws a `SyntaxFailure` for a string that is not closed. */
  next() {
    const { text: text2 } = this;
    this.previousKind = this.kind;
    this.previousStart = this.start;
    this.previousEnd = this.end;
    const start = skipSpace(text2, this.end);
    this.start = start;
    const code = codeAt(text2, start);
    if (isNameStart(code)) this.#name(start, code);
    else if (isDigit2(code)) this.#number(start, code);
    else this.#other(start, code);
  }
  #name(start, code) {
    const { text: text2 } = this;
    const quote = quoteAfterPrefix(text2, start, code);
    if (quote > start) return this.#string(quote);
    let end = start + 1;
    while (isNamePart(codeAt(text2, end))) end++;
    this.end = end;
    this.kind = beginsKeyword(code) ? kindOfWord(text2.slice(start, end)) : "name";
  }
  #string(quote) {
    this.kind = "string";
    this.end = endOfString(this.text, this.start, quote);
  }
  #number(start, first) {
    const { text: text2 } = this;
    this.kind = "number";
    let end = start;
    if (first === zero && codeAt(text2, start + 1) === letterX) {
      const digits = start + 2;
      end = digits;
      while (isHexDigit(codeAt(text2, end))) end++;
      if (end > digits) {
        this.end = isUnsignedSuffix(codeAt(text2, end)) ? end + 1 : end;
        return;
      }
    }
    end = skipDigits(text2, start);
    const whole = end;
    if (codeAt(text2, end) === dot && isDigit2(codeAt(text2, end + 1))) {
      end = skipDigits(text2, end + 1);
    }
    end = skipExponent(text2, end);
    this.end = end === whole && isUnsignedSuffix(codeAt(text2, end)) ? end + 1 : end;
  }
  #other(start, code) {
    const { text: text2 } = this;
    if (isQuote(code)) return this.#string(start);
    if (code === dot && isDigit2(codeAt(text2, start + 1))) {
      this.kind = "number";
      this.end = skipExponent(text2, skipDigits(text2, start + 1));
      return;
    }
    if (start >= text2.length) {
      this.kind = "end";
      this.end = start;
      return;
    }
    const second = codeAt(text2, start + 1);
    const isDouble2 = second === secondOfDouble[code];
    this.kind = (isDouble2 ? doubles[code] : singles[code]) ?? "unknown";
    this.end = start + (isDouble2 || isSurrogatePair(code, second) ? 2 : 1);
  }
};
var zero = 48;
var dot = 46;
var letterX = 120;
var slash = 47;
var newline = 10;
function byCode(entries2) {
  const table = Array.from({ length: 128 });
  for (const [character2, item] of Object.entries(entries2)) table[character2.charCodeAt(0)] = item;
  return table;
}
var singles = byCode({
  "<": "<",
  ">": ">",
  "+": "+",
  "-": "-",
  "*": "*",
  "/": "/",
  "%": "%",
  "!": "!",
  "(": "(",
  ")": ")",
  "[": "[",
  "]": "]",
  "{": "{",
  "}": "}",
  ".": ".",
  ",": ",",
  ":": ":",
  "?": "?"
});
var doubles = byCode({
  "|": "||",
  "&": "&&",
  "=": "==",
  "!": "!=",
  "<": "<=",
  ">": ">="
});
var secondOfDouble = doubles.map((kind) => kind?.charCodeAt(1) ?? -1);
function skipSpace(text2, from) {
  let at2 = from;
  for (; ; ) {
    const code = codeAt(text2, at2);
    if (code === 32 || code === 9 || code === newline || code === 12 || code === 13) at2++;
    else if (code === slash && codeAt(text2, at2 + 1) === slash) at2 = endOfLine(text2, at2);
    else return at2;
  }
}
function endOfLine(text2, from) {
  const end = text2.indexOf("\n", from);
  return end < 0 ? text2.length : end;
}
function skipDigits(text2, from) {
  let at2 = from;
  while (isDigit2(codeAt(text2, at2))) at2++;
  return at2;
}
function skipExponent(text2, from) {
  const code = codeAt(text2, from);
  if (code !== 101 && code !== 69) return from;
  const sign = codeAt(text2, from + 1);
  const digits = sign === 43 || sign === 45 ? from + 2 : from + 1;
  const end = skipDigits(text2, digits);
  return end > digits ? end : from;
}
function isUnsignedSuffix(code) {
  return code === 117 || code === 85;
}
function quoteAfterPrefix(text2, start, code) {
  const isBytes = code === 98 || code === 66;
  if (!isBytes && !isRawPrefix(code)) return start;
  const second = codeAt(text2, start + 1);
  if (isQuote(second)) return start + 1;
  return isBytes && isRawPrefix(second) && isQuote(codeAt(text2, start + 2)) ? start + 2 : start;
}
function isRawPrefix(code) {
  return code === 114 || code === 82;
}
function beginsKeyword(code) {
  return code === 102 || code === 105 || code === 110 || code === 116;
}
function kindOfWord(word) {
  switch (word) {
    case "in":
    case "true":
    case "false":
    case "null":
      return word;
    default:
      return "name";
  }
}
function isSurrogatePair(first, second) {
  return first >= 55296 && first < 56320 && second >= 56320 && second < 57344;
}

// packages/policy-language/src/expression/interpolation.ts
function interpolations(text2) {
  const parts = [];
  const errors = [];
  let from = 0;
  for (let start = text2.indexOf("${"); start >= 0; start = text2.indexOf("${", from)) {
    const close = closingBrace(text2, start + 2);
    if (close === void 0) {
      errors.push(error("unclosed-interpolation", text2, { start, end: start + 2 }));
      break;
    }
    if (start > from) parts.push(textPart(text2, { start: from, end: start }));
    from = close + 1;
    const span = { start, end: from };
    const expressionSpan = { start: start + 2, end: close };
    const expression = text2.slice(expressionSpan.start, expressionSpan.end);
    if (expression.trim() === "") errors.push(error("empty-interpolation", text2, span));
    const whole = text2.slice(start, from);
    parts.push({ kind: "interpolation", text: whole, span, expression, expressionSpan });
  }
  if (from < text2.length) parts.push(textPart(text2, { start: from, end: text2.length }));
  return { parts, errors };
}
function closingBrace(text2, from) {
  const lexer = new Lexer(text2, from);
  try {
    for (let open = 0; ; ) {
      lexer.next();
      if (lexer.kind === "end") return void 0;
      if (lexer.kind === "{") open++;
      else if (lexer.kind === "}" && --open < 0) return lexer.start;
    }
  } catch (failure) {
    if (!(failure instanceof SyntaxFailure)) throw failure;
    const close = text2.indexOf("}", from);
    return close < 0 ? void 0 : close;
  }
}
function textPart(text2, span) {
  return { kind: "text", text: text2.slice(span.start, span.end), span };
}
function error(code, text2, span) {
  return { code, span, detail: text2.slice(span.start, span.end) };
}

// packages/policy-language/src/expression/macro-syntax.ts
var comprehensions = /* @__PURE__ */ new Map([
  ["all", [2]],
  ["exists", [2]],
  ["exists_one", [2]],
  ["existsOne", [2]],
  ["filter", [2]],
  ["map", [2, 3]]
]);
var accumulator = "__result__";
function checkMacroSyntax(call) {
  const [first] = call.arguments;
  if (first?.span === void 0) return;
  const { name, target } = call;
  if (target === void 0) {
    const isHas = name === "has" && call.absolute !== true && call.arguments.length === 1;
    if (isHas && first.kind !== "select") {
      throw new SyntaxFailure({ code: "invalid-macro", span: first.span, detail: name });
    }
    return;
  }
  if (comprehensions.get(name)?.includes(call.arguments.length) !== true) return;
  if (first.kind !== "identifier" || first.absolute === true) {
    throw new SyntaxFailure({ code: "invalid-macro", span: first.span, detail: name });
  }
  if (first.name === accumulator) {
    throw new SyntaxFailure({ code: "reserved-word", span: first.span, detail: accumulator });
  }
}

// packages/policy-language/src/expression/number-literal.ts
var maxInt = 2n ** 63n - 1n;
var minInt = -(2n ** 63n);
var maxUint = 2n ** 64n - 1n;
function isUint(text2, end) {
  const last2 = text2.charCodeAt(end - 1);
  return last2 === 117 || last2 === 85;
}
function readNumber(text2, { start, end }, sign) {
  const negative = sign !== void 0;
  const digits = text2.slice(start, end);
  const span = { start: sign ?? start, end };
  if (isUint(text2, end)) {
    const value = BigInt(digits.slice(0, -1));
    if (value <= maxUint) return { kind: "literal", span, type: "uint", value };
  } else if (isDouble(text2, start, end)) {
    const value = negative ? -Number(digits) : Number(digits);
    if (Number.isFinite(value)) return { kind: "literal", span, type: "double", value };
  } else {
    const value = negative ? -BigInt(digits) : BigInt(digits);
    if (value >= minInt && value <= maxInt) return { kind: "literal", span, type: "int", value };
  }
  const detail = text2.slice(span.start, span.end);
  throw new SyntaxFailure({ code: "invalid-number", span, detail });
}
function isDouble(text2, start, end) {
  for (let at2 = start; at2 < end; at2++) {
    const code = text2.charCodeAt(at2);
    if (code === 120) return false;
    if (code === 46 || code === 101 || code === 69) return true;
  }
  return false;
}

// packages/policy-language/src/expression/bare-address.ts
var partOfAddress = /[0-9A-Fa-f.:/*]/;
function bareAddressAt(text2, offset) {
  let start = offset;
  let end = offset;
  while (start > 0 && partOfAddress.test(text2.charAt(start - 1))) start--;
  while (end < text2.length && partOfAddress.test(text2.charAt(end))) end++;
  if (/[\w'"]/.test(text2.charAt(start - 1))) return void 0;
  return looksLikeAddress(text2.slice(start, end)) ? { start, end } : void 0;
}
function looksLikeAddress(run) {
  if (/^\d{1,3}(?:\.(?:\d{1,3}|\*)){3}(?:\/\d{1,2})?$/.test(run)) return true;
  return /^[0-9A-Fa-f:.]+(?:\/\d{1,3})?$/.test(run) && (/[0-9A-Fa-f]::|::[0-9A-Fa-f]/.test(run) || run.split(":").length === 8);
}

// packages/policy-language/src/expression/syntax-error.ts
function describeSyntaxError({ code, detail }) {
  return sentences[code](detail);
}
var sentences = {
  empty: () => ({
    message: "The expression is empty.",
    help: "Write a condition, or remove the expression: a rule without expressions always matches."
  }),
  "too-long": (detail) => ({
    message: `The expression is longer than ${detail} characters.`,
    help: "Split it into several expressions of the rule; all of them must be true."
  }),
  "too-deep": (detail) => ({
    message: `The expression is nested or chained deeper than ${detail} levels.`,
    help: "Split it into several expressions of the rule, or use `in` with a list."
  }),
  "not-unicode": () => ({
    message: "The expression has half of a surrogate pair, which is no character.",
    help: "Remove it, or write the whole character."
  }),
  "unclosed-string": (detail) => ({
    message: `The string that starts with ${shorten(detail)} is not closed.`,
    help: `Add the closing ${closingQuote(detail)}; inside the string the same quote is written with a backslash before it.`
  }),
  "newline-in-string": () => ({
    message: "A string goes over the end of its line.",
    help: "Close it on its line; write a line break as \\n, or use three quotes on each side."
  }),
  "quote-in-string": (detail) => ({
    message: `The string ends at this ${detail}, but text follows.`,
    help: `Write \\${detail} inside the string, or put the string in ${detail === "'" ? '"' : "'"}; two strings need an operator between them.`
  }),
  "invalid-escape": (detail) => ({
    message: `${shorten(detail)} is not an escape that CEL knows here.`,
    help: "Write a backslash as \\\\; in a JSON file each of them is doubled once more."
  }),
  "invalid-number": (detail) => ({
    message: `${shorten(detail)} is not a number that CEL can hold.`,
    help: "Whole numbers have 64 bits; a fraction has digits on both sides of the point; a unit is part of a text such as '10s'."
  }),
  "bare-address": (detail) => ({
    message: `The address ${shorten(detail)} has no quotes.`,
    help: `Write '${detail}': addresses and CIDR ranges are strings.`
  }),
  "unexpected-end": (detail) => ({
    message: `The expression ends too early, after ${shorten(detail)}.`,
    help: "Write what is missing at the end, or remove the last part."
  }),
  "unexpected-token": (detail) => ({
    message: `${shorten(detail)} cannot stand here.`,
    help: helpFor(
      helpForToken,
      detail,
      "Check the operator or bracket before it; text must be in quotes."
    )
  }),
  "unclosed-bracket": (detail) => ({
    message: `The bracket ${detail} is not closed.`,
    help: `Add the closing ${closingBracket[detail] ?? "bracket"}.`
  }),
  "stray-bracket": (detail) => ({
    message: `${detail} does not close a bracket that is open here.`,
    help: "Remove it, or write the bracket that opens it."
  }),
  "missing-operator": (detail) => ({
    message: `An operator is missing before ${shorten(detail)}.`,
    help: "Combine conditions with && or ||; text must be in quotes."
  }),
  "missing-colon": (detail) => detail === "?" ? {
    message: "This ? has no : after it.",
    help: "Write condition ? value : other."
  } : {
    message: `A colon is missing before ${shorten(detail)}.`,
    help: "An entry of a map is key: value; a list stands in square brackets."
  },
  "trailing-comma": () => ({
    message: "After this comma an argument is missing.",
    help: "Remove the comma, or write the argument."
  }),
  "reserved-word": (detail) => ({
    message: `${shorten(detail)} is a reserved word of CEL and cannot be a name here.`,
    help: helpFor(
      helpForWord,
      detail,
      "Put it in quotes if it is text; a key of a map is read as map['key']."
    )
  }),
  "foreign-syntax": (detail) => ({
    message: `${shorten(detail)} is not CEL.`,
    help: helpFor(
      helpForForeign,
      detail.toLowerCase().replace(/\s+/g, " "),
      "Write it as CEL does."
    )
  }),
  "unsupported-syntax": (detail) => detail.startsWith("`") ? {
    message: "A field in back-quotes is not supported.",
    help: `Write it as a key: map['${shorten(detail.slice(1, -1))}'].`
  } : detail === "?" ? {
    message: "Optional fields and items (.?, [?) are not supported.",
    help: "Ask first: has(a.b) && \u2026, or 'key' in map && \u2026."
  } : {
    message: "Messages (Type{field: value}) do not exist in policies.",
    help: "Write a map: {'field': value}."
  },
  "invalid-macro": (detail) => detail === "has" ? {
    message: "has() takes a field, such as has(a.b).",
    help: "Write a field with its dot; ask for a key of a map with 'key' in map."
  } : {
    message: `The first argument of ${detail}() is a plain name for the item.`,
    help: `Write list.${detail}(item, \u2026) and use the name in what follows.`
  },
  "empty-interpolation": () => ({
    message: "The interpolation is empty.",
    help: "Write an expression between ${ and }, or remove them."
  }),
  "unclosed-interpolation": () => ({
    message: "The interpolation that starts here is not closed.",
    help: "Add } after the expression."
  })
};
var helpForToken = {
  ",": "A comma stands between the items of a list in square brackets, or between arguments.",
  ":": "A colon stands in condition ? value : other, and between a key and its value.",
  "?": "Put a condition ? value : other inside another one in parentheses.",
  "-": "Signs do not mix: put the part with the minus in parentheses.",
  "!": "Signs do not mix: put the part with the ! in parentheses.",
  "@": "Text must be in quotes.",
  "\\": "A backslash stands only inside a string.",
  "'": "Check the quotes before it."
};
var helpForWord = {
  var: "An expression has no variables of its own; write the value where it is used.",
  let: "An expression has no variables of its own; write the value where it is used.",
  const: "An expression has no variables of its own; write the value where it is used.",
  if: "Write condition ? value : other.",
  else: "Write condition ? value : other.",
  return: "An expression is its value; leave the word out.",
  function: "Functions cannot be defined; a macro takes a name: list.exists(item, item != '').",
  for: "Write list.all(item, condition), list.exists(item, condition) or list.filter(item, condition).",
  while: "CEL has no loops; write list.all(item, condition) or list.exists(item, condition).",
  in: "It is an operator: item in list, 'key' in map."
};
var straightQuotes = `Write straight quotes: ' or ".`;
var noArrow = "Write >= to compare; a macro takes a name and a condition: list.exists(item, item != '').";
var helpForForeign = {
  "===": "Write == to compare.",
  "!==": "Write != to compare.",
  "=": "Write == to compare; an expression assigns nothing.",
  "=!": "Write != to compare.",
  "=<": "Write <= to compare.",
  "<>": "Write != to compare.",
  "<=>": "CEL compares with <, <=, >, >=, == and !=.",
  "=>": noArrow,
  "->": noArrow,
  "=~": "Write text.matches('regular expression').",
  "!~": "Write !text.matches('regular expression').",
  "&": "Write && for \u201Cand\u201D; CEL has no operators on bits.",
  "|": "Write || for \u201Cor\u201D; CEL has no operators on bits.",
  "^": "Write a != b for one of two conditions; a regular expression is a string.",
  "~": "Write !condition for \u201Cnot\u201D, text.matches('regular expression') to match.",
  "++": "Write + 1; an expression changes nothing.",
  "**": "CEL has no powers; write the product.",
  "??": "Write has(a.b) ? a.b : other.",
  "?.": "Write has(a.b) && \u2026, or has(a.b) ? a.b : other.",
  "?:": "Write condition ? value : other.",
  ";": "An expression is one condition, not statements; remove the semicolon.",
  "${": "Write the expression alone; ${\u2026} is for text in the config of an action.",
  "#": "Write text in quotes; a comment begins with //.",
  "`": `Remove it, or write text in ' or ".`,
  "\u201C": straightQuotes,
  "\u201D": straightQuotes,
  "\u201E": straightQuotes,
  "\u2018": straightQuotes,
  "\u2019": straightQuotes,
  "\xAB": straightQuotes,
  "\xBB": straightQuotes,
  and: "Write && for \u201Cand\u201D.",
  or: "Write || for \u201Cor\u201D.",
  not: "Write !condition for \u201Cnot\u201D.",
  "not in": "Write !(item in list).",
  "!in": "Write !(item in list).",
  is: "Write == to compare.",
  eq: "Write == to compare.",
  equals: "Write == to compare.",
  ne: "Write != to compare.",
  lt: "Write < to compare.",
  le: "Write <= to compare.",
  gt: "Write > to compare.",
  ge: "Write >= to compare.",
  contains: "Write text.contains('part'), or 'item' in list.",
  matches: "Write text.matches('regular expression').",
  startswith: "Write text.startsWith('prefix').",
  endswith: "Write text.endsWith('suffix').",
  like: "Write text.contains('part') or text.matches('regular expression').",
  for: "CEL has no comprehensions; write list.filter(item, condition) or list.map(item, value).",
  if: "Write condition ? value : other.",
  else: "Write condition ? value : other.",
  new: "CEL makes no objects; remove the word.",
  typeof: "Write type(value).",
  rb: "Write br'\u2026' for raw bytes."
};
var closingBracket = { "(": ")", "[": "]", "{": "}" };
function helpFor(table, detail, otherwise) {
  return Object.hasOwn(table, detail) ? table[detail] ?? otherwise : otherwise;
}
function closingQuote(detail) {
  return /["']/.exec(detail)?.[0] ?? "quote";
}
function shorten(text2) {
  const line = text2.replace(/\s+/g, " ");
  return line.length > 40 ? `${line.slice(0, 39)}\u2026` : line;
}

// packages/policy-language/src/expression/foreign.ts
function foreignAt(text2, place) {
  return operatorAt(text2, place) ?? (place.afterOperand ? wordAt(text2, place) : void 0);
}
var notIn = /(?:not\s+|!)in\b/iy;
var operatorRun = /[=<>!&|~?+*^-]+/y;
function operatorAt(text2, { token, previous }) {
  const { start } = token;
  const joined = previous.end === start ? text2.slice(previous.start, token.end) : "";
  if (/\W/.test(joined) && isForeign(joined)) return { start: previous.start, end: token.end };
  if (text2.startsWith("${", start)) return { start, end: start + 2 };
  operatorRun.lastIndex = start;
  const run = operatorRun.exec(text2)?.[0] ?? "";
  if (run.length > 1 && isForeign(run)) return { start, end: start + run.length };
  const part2 = text2.slice(start, token.end);
  return /\W/.test(part2) && isForeign(part2) ? { start, end: token.end } : void 0;
}
var prefixes = /* @__PURE__ */ new Set(["not", "new", "typeof", "rb"]);
function wordAt(text2, { token, previous }) {
  const { start, end } = token;
  notIn.lastIndex = start;
  if (notIn.test(text2)) return { start, end: notIn.lastIndex };
  if (isForeign(text2.slice(start, end))) return { start, end };
  const before2 = text2.slice(previous.start, previous.end).toLowerCase();
  return prefixes.has(before2) ? previous : void 0;
}
function isForeign(part2) {
  return Object.hasOwn(helpForForeign, part2.toLowerCase());
}

// packages/policy-language/src/expression/unexpected.ts
function explainUnexpected(situation) {
  for (const explain2 of explanations) {
    const error2 = explain2(situation);
    if (error2 !== void 0) return error2;
  }
  return at(situation, "unexpected-token", situation.token);
}
var explanations = [
  unfinishedNumber,
  address,
  optionalSyntax,
  quoteInString,
  foreignSyntax,
  unfinishedConditional,
  endOfText,
  trailingComma,
  strayBracket,
  wordOfTheGrammar,
  missingOperator
];
function at({ text: text2 }, code, { start, end }) {
  return { code, span: { start, end }, detail: text2.slice(start, end) };
}
function unfinishedNumber(situation) {
  const { text: text2, wanted, token, previous } = situation;
  if (wanted === "field" && previous.kind === ".") {
    const digits = /(?<![\w.])\d+\.$/.exec(text2.slice(0, previous.end));
    if (digits === null) return void 0;
    return at(situation, "invalid-number", { start: digits.index, end: previous.end });
  }
  const joined = previous.kind === "number" && token.kind === "name" && previous.end === token.start;
  if (!joined) return void 0;
  return at(situation, "invalid-number", { start: previous.start, end: token.end });
}
function address(situation) {
  const span = bareAddressAt(situation.text, situation.token.start);
  return span && at(situation, "bare-address", span);
}
function optionalSyntax(situation) {
  const { text: text2, wanted, token, previous } = situation;
  const isOptional = token.kind === "?" && (wanted === "field" || opensItem.has(previous.kind));
  if (isOptional) return at(situation, "unsupported-syntax", token);
  if (wanted !== "field" || text2[token.start] !== "`") return void 0;
  const close = text2.indexOf("`", token.end);
  if (close < 0) return void 0;
  return at(situation, "unsupported-syntax", { start: token.start, end: close + 1 });
}
function quoteInString(situation) {
  const { wanted, token, previous } = situation;
  if (previous.kind !== "string" || previous.end !== token.start) return void 0;
  if (wanted !== "operator" || !operands.has(token.kind)) return void 0;
  return at(situation, "quote-in-string", { start: previous.end - 1, end: previous.end });
}
function foreignSyntax(situation) {
  const { text: text2, wanted, token, previous } = situation;
  const afterOperand = wanted === "operator" || wanted === "colon";
  const span = foreignAt(text2, { afterOperand, token, previous });
  return span && at(situation, "foreign-syntax", span);
}
function unfinishedConditional(situation) {
  const { text: text2, wanted, token, question } = situation;
  if (wanted !== "colon" || question === void 0) return void 0;
  if (text2[question.end] === ".") {
    return at(situation, "foreign-syntax", { start: question.start, end: question.end + 1 });
  }
  const isOver = token.kind === "end" || token.kind === "," || closing.has(token.kind);
  return isOver ? at(situation, "missing-colon", question) : void 0;
}
function endOfText(situation) {
  const { wanted, token, previous, open } = situation;
  if (token.kind !== "end") return void 0;
  const inBracket = wanted !== "operand" || opening.has(previous.kind) || previous.kind === ",";
  if (open === void 0 || !inBracket || previous.kind === ".") {
    return at(situation, "unexpected-end", previous);
  }
  return at(situation, "unclosed-bracket", { start: open, end: open + 1 });
}
function trailingComma(situation) {
  const { token, previous } = situation;
  const isTrailing = previous.kind === "," && closing.has(token.kind);
  return isTrailing ? at(situation, "trailing-comma", previous) : void 0;
}
function strayBracket(situation) {
  const { wanted, token } = situation;
  if (wanted !== "operator" || !closing.has(token.kind)) return void 0;
  return at(situation, "stray-bracket", token);
}
function wordOfTheGrammar(situation) {
  const { wanted, token } = situation;
  if (wanted !== "field" || !words.has(token.kind)) return void 0;
  return at(situation, "reserved-word", token);
}
function missingOperator(situation) {
  const { wanted, token } = situation;
  if (wanted === "colon" && situation.question === void 0) {
    return at(situation, "missing-colon", token);
  }
  if (wanted === "operand" || wanted === "field" || !operands.has(token.kind)) return void 0;
  return at(situation, "missing-operator", token);
}
var words = /* @__PURE__ */ new Set(["in", "true", "false", "null"]);
var opensItem = /* @__PURE__ */ new Set(["[", "{", ","]);
var opening = /* @__PURE__ */ new Set(["(", "[", "{"]);
var closing = /* @__PURE__ */ new Set([")", "]", "}"]);
var operands = /* @__PURE__ */ new Set([
  "name",
  "number",
  "string",
  "true",
  "false",
  "null",
  "(",
  "[",
  "{",
  "!"
]);

// packages/policy-language/src/expression/parser.ts
var levels = new Map(Object.entries(operatorPrecedence));
var Parser = class {
  #text;
  #lexer;
  #maxDepth;
  /** The first offsets of the brackets that are open. */
  #open = [];
  /** Levels of the tree that was built last. */
  #height = 0;
  /** Levels of the text around the current token. */
  #depth = 0;
  #message;
  constructor(text2, maxDepth) {
    this.#text = text2;
    this.#lexer = new Lexer(text2);
    this.#maxDepth = maxDepth;
  }
  /** The tree of the whole text. Throws a {@link SyntaxFailure} when the text is not CEL. */
  parse() {
    this.#advance();
    if (this.#is("end")) {
      this.#fail({ code: "empty", span: { start: 0, end: this.#text.length }, detail: "" });
    }
    const tree = this.#expression();
    if (!this.#is("end")) this.#unexpected("operator");
    if (this.#message !== void 0) {
      this.#fail({ code: "unsupported-syntax", span: this.#message, detail: "{" });
    }
    return tree;
  }
  #expression() {
    const start = this.#lexer.start;
    if (++this.#depth > this.#maxDepth) this.#tooDeep(this.#span());
    const tree = this.#binary(precedence.or);
    const result = this.#is("?") ? this.#conditional(start, tree) : tree;
    this.#depth--;
    return result;
  }
  #conditional(start, condition) {
    const question = this.#span();
    const height = this.#height;
    this.#advance();
    const whenTrue2 = this.#binary(precedence.or);
    const inner = Math.max(height, this.#height);
    if (!this.#is(":")) this.#unexpected("colon", question);
    this.#advance();
    const whenFalse2 = this.#expression();
    this.#grow(Math.max(inner, this.#height), question);
    const span = { start, end: this.#lexer.previousEnd };
    return { kind: "conditional", span, condition, whenTrue: whenTrue2, whenFalse: whenFalse2 };
  }
  #binary(least2) {
    const start = this.#lexer.start;
    let left = this.#unary();
    for (; ; ) {
      const operator = this.#lexer.kind;
      const level = levels.get(operator);
      if (level === void 0 || level < least2) return left;
      const operatorSpan = this.#span();
      const height = this.#height;
      this.#advance();
      const right = this.#binary(level + 1);
      this.#grow(Math.max(height, this.#height), operatorSpan);
      const span = { start, end: this.#lexer.previousEnd };
      left = { kind: "binary", span, operator, operatorSpan, left, right };
    }
  }
  // One sign or several, but of one sort: CEL knows `!!a` and `--a`, not `!-a`.
  #unary() {
    const operator = this.#lexer.kind;
    if (operator !== "!" && operator !== "-") return this.#member(this.#lexer.start);
    const signs = [];
    do {
      signs.push(this.#lexer.start);
      this.#advance();
    } while (this.#is(operator));
    const sign = operator === "-" && this.#isSignedNumber() ? signs.pop() : void 0;
    let tree = this.#member(sign ?? this.#lexer.start, sign);
    for (const start of signs.toReversed()) {
      this.#grow(this.#height, { start, end: start + 1 });
      tree = {
        kind: "unary",
        span: { start, end: this.#lexer.previousEnd },
        operator,
        operand: tree
      };
    }
    return tree;
  }
  #member(start, sign) {
    let tree = this.#primary(sign);
    for (; ; ) {
      if (this.#is(".")) tree = this.#select(start, tree);
      else if (this.#is("[")) tree = this.#index(start, tree);
      else if (this.#is("{") && this.#lexer.previousKind === "name") this.#messageBody(start);
      else return tree;
    }
  }
  #select(start, operand) {
    const height = this.#height;
    this.#advance();
    if (!this.#is("name")) this.#unexpected("field");
    const name = this.#text.slice(this.#lexer.start, this.#lexer.end);
    const nameSpan2 = this.#span();
    this.#advance();
    if (!this.#is("(")) {
      this.#grow(height, nameSpan2);
      const span2 = { start, end: this.#lexer.previousEnd };
      return { kind: "select", span: span2, operand, field: name, fieldSpan: nameSpan2 };
    }
    const args = this.#arguments();
    this.#grow(Math.max(height, this.#height), nameSpan2);
    const span = { start, end: this.#lexer.previousEnd };
    return this.#call({ kind: "call", span, name, nameSpan: nameSpan2, target: operand, arguments: args });
  }
  #index(start, operand) {
    const height = this.#height;
    const bracket = this.#span();
    this.#openBracket();
    const index = this.#expression();
    this.#closeBracket("]");
    this.#grow(Math.max(height, this.#height), bracket);
    return { kind: "index", span: { start, end: this.#lexer.previousEnd }, operand, index };
  }
  #primary(sign) {
    this.#height = 1;
    switch (this.#lexer.kind) {
      case "name":
        return this.#name();
      case "number":
        return this.#literal(readNumber(this.#text, this.#span(), sign));
      case "string":
        return this.#literal(readString(this.#text, this.#span()));
      case "true":
        return this.#literal({ kind: "literal", span: this.#span(), type: "bool", value: true });
      case "false":
        return this.#literal({ kind: "literal", span: this.#span(), type: "bool", value: false });
      case "null":
        return this.#literal({ kind: "literal", span: this.#span(), type: "null", value: null });
      case "(":
        return this.#parenthesized();
      case "[":
        return this.#list();
      case "{":
        return this.#map();
      case ".":
        return this.#absolute();
      case "-":
        return this.#negative();
      default:
        return this.#unexpected("operand");
    }
  }
  #literal(literal) {
    this.#advance();
    return literal;
  }
  // After `!`: a minus can only be that of a number.
  #negative() {
    const sign = this.#lexer.start;
    this.#advance();
    if (this.#isSignedNumber()) return this.#primary(sign);
    return this.#fail({
      code: "unexpected-token",
      span: { start: sign, end: sign + 1 },
      detail: "-"
    });
  }
  #isSignedNumber() {
    return this.#is("number") && !isUint(this.#text, this.#lexer.end);
  }
  #absolute() {
    const start = this.#lexer.start;
    this.#advance();
    if (!this.#is("name")) this.#unexpected("field");
    return this.#name(start);
  }
  #name(dot3) {
    const name = this.#text.slice(this.#lexer.start, this.#lexer.end);
    const nameSpan2 = this.#span();
    if (reservedWords.has(name)) {
      this.#fail({ code: "reserved-word", span: nameSpan2, detail: name });
    }
    this.#advance();
    const start = dot3 ?? nameSpan2.start;
    if (!this.#is("(")) {
      const node = { kind: "identifier", span: { start, end: nameSpan2.end }, name };
      return dot3 === void 0 ? node : { ...node, absolute: true };
    }
    const args = this.#arguments();
    this.#grow(this.#height, nameSpan2);
    const span = { start, end: this.#lexer.previousEnd };
    const call = { kind: "call", span, name, nameSpan: nameSpan2, arguments: args };
    return this.#call(dot3 === void 0 ? call : { ...call, absolute: true });
  }
  #call(call) {
    checkMacroSyntax(call);
    return call;
  }
  #parenthesized() {
    this.#openBracket();
    const tree = this.#expression();
    this.#closeBracket(")");
    return tree;
  }
  #list() {
    const bracket = this.#span();
    this.#openBracket();
    const elements = this.#items("]", () => this.#expression());
    this.#grow(this.#height, bracket);
    return { kind: "list", span: { start: bracket.start, end: this.#lexer.previousEnd }, elements };
  }
  #map() {
    const brace = this.#span();
    this.#openBracket();
    const entries2 = this.#items("}", () => this.#entry());
    this.#grow(this.#height, brace);
    return { kind: "map", span: { start: brace.start, end: this.#lexer.previousEnd }, entries: entries2 };
  }
  #entry() {
    const key = this.#expression();
    const height = this.#height;
    if (!this.#is(":")) this.#unexpected("colon");
    this.#advance();
    const value = this.#expression();
    this.#height = Math.max(height, this.#height);
    return { key, value };
  }
  // A message is right CEL and still an error: the policies of these services have no messages.
  // The error is told at the end, after any error of syntax.
  #messageBody(start) {
    this.#openBracket();
    this.#items("}", () => {
      if (!this.#is("name")) this.#unexpected("field");
      this.#advance();
      if (!this.#is(":")) this.#unexpected("colon");
      this.#advance();
      this.#expression();
    });
    this.#message ??= { start, end: this.#lexer.previousEnd };
  }
  #arguments() {
    this.#openBracket();
    const items = [];
    let height = 0;
    if (!this.#is(")")) {
      for (; ; ) {
        items.push(this.#expression());
        height = Math.max(height, this.#height);
        if (!this.#is(",")) break;
        this.#advance();
      }
    }
    this.#closeBracket(")");
    this.#height = height;
    return items;
  }
  // What stands in a list or a map, where CEL also takes a comma after the last item.
  #items(close, item) {
    const items = [];
    let height = 0;
    while (!this.#is(close) && !this.#is(",")) {
      items.push(item());
      height = Math.max(height, this.#height);
      if (!this.#is(",")) break;
      this.#advance();
      if (this.#is(close)) break;
      if (this.#is(",")) this.#unexpected("operand");
    }
    if (items.length === 0 && this.#is(",")) this.#advance();
    this.#closeBracket(close);
    this.#height = height;
    return items;
  }
  #is(kind) {
    return this.#lexer.kind === kind;
  }
  #openBracket() {
    this.#open.push(this.#lexer.start);
    this.#advance();
  }
  #closeBracket(kind) {
    if (!this.#is(kind)) this.#unexpected("operator");
    this.#open.pop();
    this.#advance();
  }
  #advance() {
    this.#lexer.next();
  }
  #span() {
    return { start: this.#lexer.start, end: this.#lexer.end };
  }
  #grow(height, span) {
    this.#height = height + 1;
    if (this.#height > this.#maxDepth) this.#tooDeep(span);
  }
  #tooDeep(span) {
    this.#fail({ code: "too-deep", span, detail: String(this.#maxDepth) });
  }
  #unexpected(wanted, question) {
    const { text: text2, kind, start, end, previousKind, previousStart, previousEnd } = this.#lexer;
    const token = { kind, start, end };
    const previous = { kind: previousKind, start: previousStart, end: previousEnd };
    const open = this.#open.at(-1);
    this.#fail(explainUnexpected({ text: text2, wanted, token, previous, open, question }));
  }
  #fail(error2) {
    throw new SyntaxFailure(error2);
  }
};

// packages/policy-language/src/expression/parse.ts
function parseExpression(text2, limits = {}) {
  const { maxLength = 1e5, maxDepth = 500 } = limits;
  const error2 = text2.length > maxLength ? tooLong(text2, maxLength) : notUnicode(text2);
  if (error2 !== void 0) return { ok: false, error: error2 };
  try {
    return { ok: true, tree: new Parser(text2, maxDepth).parse() };
  } catch (failure) {
    if (failure instanceof SyntaxFailure) return { ok: false, error: failure.error };
    throw failure;
  }
}
function tooLong(text2, maxLength) {
  const span = { start: 0, end: text2.length };
  return { code: "too-long", span, detail: String(maxLength) };
}
function notUnicode(text2) {
  if (text2.isWellFormed()) return void 0;
  const start = text2.search(/\p{Surrogate}/u);
  return { code: "not-unicode", span: { start, end: start + 1 }, detail: "" };
}

// packages/policy-language/src/header-name.ts
function canonicalHeaderName(name) {
  if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name)) return name;
  return name.toLowerCase().replace(
    /(^|-)([a-z])/g,
    (_all, before2, letter) => before2 + letter.toUpperCase()
  );
}

// node_modules/.pnpm/leven@4.1.0/node_modules/leven/index.js
var array = [];
var characterCodeCache = [];
function leven(first, second, options) {
  if (first === second) {
    return 0;
  }
  const maxDistance = options?.maxDistance;
  const swap = first;
  if (first.length > second.length) {
    first = second;
    second = swap;
  }
  let firstLength = first.length;
  let secondLength = second.length;
  while (firstLength > 0 && first.charCodeAt(~-firstLength) === second.charCodeAt(~-secondLength)) {
    firstLength--;
    secondLength--;
  }
  let start = 0;
  while (start < firstLength && first.charCodeAt(start) === second.charCodeAt(start)) {
    start++;
  }
  firstLength -= start;
  secondLength -= start;
  if (maxDistance !== void 0 && secondLength - firstLength > maxDistance) {
    return maxDistance;
  }
  if (firstLength === 0) {
    return maxDistance !== void 0 && secondLength > maxDistance ? maxDistance : secondLength;
  }
  let bCharacterCode;
  let result;
  let temporary;
  let temporary2;
  let index = 0;
  let index2 = 0;
  while (index < firstLength) {
    characterCodeCache[index] = first.charCodeAt(start + index);
    array[index] = ++index;
  }
  while (index2 < secondLength) {
    bCharacterCode = second.charCodeAt(start + index2);
    temporary = index2++;
    result = index2;
    for (index = 0; index < firstLength; index++) {
      temporary2 = bCharacterCode === characterCodeCache[index] ? temporary : temporary + 1;
      temporary = array[index];
      result = array[index] = temporary > result ? temporary2 > result ? result + 1 : temporary2 : temporary2 > temporary ? temporary + 1 : temporary2;
    }
    if (maxDistance !== void 0) {
      let rowMinimum = result;
      for (index = 0; index < firstLength; index++) {
        if (array[index] < rowMinimum) {
          rowMinimum = array[index];
        }
      }
      if (rowMinimum > maxDistance) {
        return maxDistance;
      }
    }
  }
  array.length = firstLength;
  characterCodeCache.length = firstLength;
  return maxDistance !== void 0 && result > maxDistance ? maxDistance : result;
}
function closestMatch(target, candidates, options) {
  if (!Array.isArray(candidates) || candidates.length === 0) {
    return void 0;
  }
  const userMax = options?.maxDistance;
  const targetLength = target.length;
  for (const candidate of candidates) {
    if (candidate === target) {
      return candidate;
    }
  }
  if (userMax === 0) {
    return void 0;
  }
  let best;
  let bestDist = Number.POSITIVE_INFINITY;
  const seen = /* @__PURE__ */ new Set();
  for (const candidate of candidates) {
    if (seen.has(candidate)) {
      continue;
    }
    seen.add(candidate);
    const lengthDiff = Math.abs(candidate.length - targetLength);
    if (lengthDiff >= bestDist) {
      continue;
    }
    if (userMax !== void 0 && lengthDiff > userMax) {
      continue;
    }
    const cap = Number.isFinite(bestDist) ? userMax === void 0 ? bestDist : Math.min(bestDist, userMax) : userMax;
    const distance = cap === void 0 ? leven(target, candidate) : leven(target, candidate, { maxDistance: cap });
    if (userMax !== void 0 && distance > userMax) {
      continue;
    }
    let actualD = distance;
    if (cap !== void 0 && distance === cap && cap === userMax) {
      actualD = leven(target, candidate);
    }
    if (actualD < bestDist) {
      bestDist = actualD;
      best = candidate;
      if (bestDist === 0) {
        break;
      }
    }
  }
  if (userMax !== void 0 && bestDist > userMax) {
    return void 0;
  }
  return best;
}

// packages/policy-language/src/suggestion.ts
function nearest(name, known3) {
  const candidates = [...known3];
  const maxDistance = Math.max(1, Math.floor(name.length / 3));
  const longer = candidates.filter((candidate) => name.length >= 3 && candidate.startsWith(name));
  return closestMatch(name, candidates, { maxDistance }) ?? closestMatch(name, longer);
}

// packages/policy-language/src/expression/check/assign.ts
var nullable = /* @__PURE__ */ new Set(["null", "record", "timestamp", "duration"]);
function isAssignable(given, expected, bindings) {
  const actual = solved(given);
  if (expected.kind === "variable") {
    const bound = bindings.get(expected.name);
    const both = bound === void 0 ? actual : join(bound, actual);
    if (both === void 0) return false;
    bindings.set(expected.name, both);
    return true;
  }
  if (isOpen(actual) || isOpen(expected)) return true;
  if (actual.kind === "null") return nullable.has(expected.kind);
  switch (expected.kind) {
    case "list":
      return actual.kind === "list" && isAssignable(actual.element, expected.element, bindings);
    case "map":
      return actual.kind === "map" && isAssignable(actual.key, expected.key, bindings) && isAssignable(actual.value, expected.value, bindings);
    case "type":
      return actual.kind === "type";
    case "record":
      return actual.kind === "record" && actual.name === expected.name;
    default:
      return actual.kind === expected.kind;
  }
}
function join(left, right) {
  const [one, other] = [solved(left), solved(right)];
  if (one === other) return one;
  if (one.kind === "free") return solve(one, other);
  if (other.kind === "free") return solve(other, one);
  if (one.kind === "dyn") return one;
  if (other.kind === "dyn") return other;
  if (one.kind === "null") return nullable.has(other.kind) ? other : void 0;
  if (other.kind === "null") return nullable.has(one.kind) ? one : void 0;
  if (one.kind === "list" && other.kind === "list") {
    const element = join(one.element, other.element);
    return element && { kind: "list", element };
  }
  if (one.kind === "map" && other.kind === "map") {
    const key = join(one.key, other.key);
    const value = join(one.value, other.value);
    return key && value && { kind: "map", key, value };
  }
  if (one.kind === "record")
    return other.kind === "record" && one.name === other.name ? one : void 0;
  return one.kind === other.kind ? one : void 0;
}
function solve(free, solution) {
  if (holds(solution, free)) return void 0;
  free.solution = solution;
  return solution;
}
function holds(type2, free) {
  const inner = solved(type2);
  if (inner === free) return true;
  if (inner.kind === "list") return holds(inner.element, free);
  if (inner.kind === "map") return holds(inner.key, free) || holds(inner.value, free);
  return inner.kind === "type" && holds(inner.of, free);
}
function resolve(type2, bindings) {
  switch (type2.kind) {
    case "variable":
      return bindings.get(type2.name) ?? { kind: "dyn" };
    case "list":
      return { kind: "list", element: resolve(type2.element, bindings) };
    case "map":
      return {
        kind: "map",
        key: resolve(type2.key, bindings),
        value: resolve(type2.value, bindings)
      };
    case "type":
      return { kind: "type", of: resolve(type2.of, bindings) };
    default:
      return type2;
  }
}

// packages/policy-language/src/expression/check/scope.ts
var types = {
  bool: parseType("bool"),
  int: parseType("int"),
  dyn: parseType("dyn")
};

// packages/policy-language/src/expression/check/literal-place.ts
function placeInLiteral(text2, literal, part2) {
  const token = text2.slice(literal.start, literal.end);
  const [, prefix = "", quotes = ""] = /^([rRbB]{0,2})('''|"""|'|")/.exec(token) ?? [];
  const raw = /r/i.test(prefix);
  const first = literal.start + prefix.length + quotes.length;
  const last2 = literal.end - quotes.length;
  let unit = 0;
  let start = last2;
  for (let offset = first; offset < last2; ) {
    if (unit === part2.start) start = offset;
    if (unit >= part2.end) return { start, end: offset };
    const [length, units2] = raw ? [1, 1] : character(text2, offset);
    offset += length;
    unit += units2;
  }
  return { start: Math.min(start, last2), end: last2 };
}
function character(text2, offset) {
  if (text2[offset] !== "\\") return [1, 1];
  const kind = text2[offset + 1] ?? "";
  if (kind === "U")
    return [10, Number.parseInt(text2.slice(offset + 2, offset + 10), 16) > 65535 ? 2 : 1];
  if (kind === "u") return [6, 1];
  if (kind === "x" || kind === "X" || /[0-7]/.test(kind)) return [4, 1];
  return [2, 1];
}

// packages/policy-language/src/expression/check/call.ts
function checkCall(scope, node) {
  const { functions: functions3 } = scope.environment.dialect;
  const qualified = scope.qualifiedName(node.target);
  const isQualified = qualified !== void 0 && functions3.has(`${qualified}.${node.name}`);
  const name = isQualified ? `${qualified}.${node.name}` : node.name;
  const target = node.target === void 0 || isQualified ? void 0 : scope.check(node.target);
  const definition = functions3.get(name);
  const overloads = (definition?.overloads ?? []).filter(
    (overload) => overload.target === void 0 === (target === void 0)
  );
  if (definition === void 0 || overloads.length === 0) {
    checkArgumentsOfUnknown(scope, node);
    reportUnknown(scope, node, target);
    return types.dyn;
  }
  const given = node.arguments.map((argument) => scope.check(argument));
  scope.checkAvailability(`${name}()`, node.span, definition);
  const counted = overloads.filter(({ parameters }) => parameters.length === given.length);
  if (counted.length === 0) {
    scope.report("wrong-argument-count", node.span, {
      name,
      given: count2(given.length),
      expected: [...new Set(overloads.map(({ parameters }) => count2(parameters.length)))].join(
        " or "
      )
    });
    return returnType(overloads);
  }
  for (const overload of counted) {
    const bindings = /* @__PURE__ */ new Map();
    if (!fits(overload, target, given, bindings)) continue;
    checkFormats(scope, node, overload);
    const returns = resolve(parseType(overload.returns), bindings);
    const ambiguous = [target, ...given].some((type2) => type2 !== void 0 && isOpen(type2));
    return ambiguous && counted.length > 1 ? returnType(counted) : returns;
  }
  reportTypes(scope, node, target, given, counted);
  return returnType(counted);
}
function checkArgumentsOfUnknown(scope, { target, arguments: given }) {
  const [first, ...others] = given;
  if (target !== void 0 && first?.kind === "identifier" && others.length > 0) {
    for (const argument of others) scope.checkWith(first.name, types.dyn, argument);
  } else {
    for (const argument of given) scope.check(argument);
  }
}
function fits(overload, target, given, bindings) {
  if (target !== void 0 && overload.target !== void 0) {
    if (!isAssignable(target, parseType(overload.target), bindings)) return false;
  }
  return overload.parameters.every((parameter, index) => {
    const type2 = given[index];
    return type2 !== void 0 && isAssignable(type2, parseType(parameter), bindings);
  });
}
function returnType(overloads) {
  const returns = new Set(overloads.map((overload) => overload.returns));
  const [only] = returns;
  if (returns.size !== 1 || only === void 0) return types.dyn;
  return resolve(parseType(only), /* @__PURE__ */ new Map());
}
function checkFormats(scope, node, { formats = [] }) {
  for (const [index, format2] of formats.entries()) {
    const argument = node.arguments[index];
    if (format2 === void 0 || argument === void 0) continue;
    const texts3 = argument.kind === "list" ? argument.elements : [argument];
    for (const text2 of texts3) checkLiteral(scope, text2, format2);
  }
}
function checkLiteral(scope, node, format2) {
  if (node.kind !== "literal" || node.type !== "string") return;
  const { text: text2, checkFormat: checkFormat2 } = scope.environment;
  const error2 = checkFormat2?.(format2, node.value);
  if (error2 === void 0) return;
  const span = text2 === void 0 || node.span === void 0 || error2.part === void 0 ? node.span : placeInLiteral(text2, node.span, error2.part);
  scope.report(error2.code, span, error2.args);
}
function reportUnknown(scope, node, target) {
  const { name, span } = node;
  if (target !== void 0 && isOpen(target)) return;
  const known3 = [...scope.environment.dialect.functions.values()].filter(
    ({ overloads }) => overloads.some((overload) => overload.target === void 0 === (target === void 0))
  );
  const meant = nearest(
    name,
    known3.map((definition) => definition.name)
  );
  const suggestion = meant === void 0 ? void 0 : `${meant}()`;
  const isMethod = target === void 0 && scope.environment.dialect.functions.has(name);
  const help = isMethod ? { help: `It is a method: value.${name}(\u2026).` } : {};
  if (isMethod) scope.report("unknown-function", span, { name, ...help });
  else if (target === void 0) scope.report("unknown-function", span, { name }, suggestion);
  else scope.report("unknown-method", span, { name, type: typeText(target) }, suggestion);
}
function reportTypes(scope, node, target, given, overloads) {
  const name = `${target === void 0 ? "" : `${typeText(target)}.`}${node.name}`;
  scope.report("wrong-argument-types", node.span, {
    name,
    given: `(${given.map(typeText).join(", ")})`,
    expected: overloads.map((overload) => signature(node.name, overload)).join(" or "),
    ...isListOfTexts(target) && overloads.every((overload) => overload.target === "string") ? { help: `Ask its items: list.exists(item, item.${node.name}(\u2026)).` } : {}
  });
}
function isListOfTexts(type2) {
  return type2?.kind === "list" && type2.element.kind === "string";
}
function signature(name, { target, parameters }) {
  return `${target === void 0 ? "" : `${target}.`}${name}(${parameters.join(", ")})`;
}
function count2(amount) {
  if (amount === 0) return "no arguments";
  return `${amount} argument${amount === 1 ? "" : "s"}`;
}

// packages/policy-language/src/expression/check/habits.ts
var noCase = "CEL cannot change case; match with .matches('(?i)\u2026').";
var part = "For text write .contains(\u2026), for a list: value in list.";
var noPieces = "CEL cannot take text apart; write .startsWith(\u2026), .endsWith(\u2026), .contains(\u2026) or .matches('\u2026').";
var noChange = "CEL cannot change text; match it as it is with .matches('\u2026').";
var sizeHelp = "Write size(\u2026).";
var notNull = "Ask whether it is there: 'key' in map, or has(value.field).";
var noEnvironment = "An expression cannot read the environment; put the value in where the policy is written.";
var noClock = "The current time is timestamp(time.now).";
var methods = {
  any: "Write .exists(item, \u2026).",
  charAt: noPieces,
  concat: "Write a + b.",
  containsKey: "Write 'key' in map.",
  count: sizeHelp,
  endswith: "Write .endsWith(\u2026).",
  equals: "Write a == b.",
  equalsIgnoreCase: "Write .matches('(?i)^\u2026$').",
  every: "Write .all(item, \u2026).",
  find: "Write .exists(item, \u2026), or .filter(item, \u2026).",
  forEach: "Write .all(item, \u2026) or .map(item, \u2026).",
  get: "Write map['key'].",
  has: "Write 'key' in map, or value in list.",
  hasOwnProperty: "Write 'key' in map.",
  includes: part,
  indexOf: part,
  isEmpty: "Write size(\u2026) == 0.",
  join: "CEL cannot join a list; use .exists(item, \u2026) or .all(item, \u2026) for its items.",
  keys: "A map is gone through by its keys: map.exists(key, \u2026).",
  lastIndexOf: part,
  len: sizeHelp,
  length: sizeHelp,
  lower: noCase,
  lowerAscii: noCase,
  match: "Write .matches('\u2026').",
  replace: noChange,
  replaceAll: noChange,
  search: "Write .matches('\u2026').",
  slice: noPieces,
  some: "Write .exists(item, \u2026).",
  split: noPieces,
  startswith: "Write .startsWith(\u2026).",
  substr: noPieces,
  substring: noPieces,
  test: "Write text.matches('\u2026').",
  toLowerCase: noCase,
  toString: "Write string(\u2026).",
  toUpperCase: noCase,
  trim: noChange,
  upper: noCase,
  upperAscii: noCase,
  values: "A map is gone through by its keys: map.exists(key, map[key] == \u2026)."
};
var functions2 = {
  Boolean: "Write bool(\u2026).",
  Date: noClock,
  Number: "Write int(\u2026) or double(\u2026).",
  String: "Write string(\u2026).",
  all: "Write list.all(item, condition).",
  any: "Write list.exists(item, \u2026).",
  count: sizeHelp,
  defined: notNull,
  exists: "Write list.exists(item, condition).",
  filter: "Write list.filter(item, condition).",
  float: "Write double(\u2026).",
  isset: notNull,
  len: sizeHelp,
  length: sizeHelp,
  lower: noCase,
  map: "Write list.map(item, value).",
  not: "Write !(\u2026).",
  now: noClock,
  parseFloat: "Write double(\u2026).",
  parseInt: "Write int(\u2026).",
  str: "Write string(\u2026).",
  upper: noCase
};
var variables = {
  Date: noClock,
  False: "Write false.",
  NULL: "Write null.",
  None: notNull,
  True: "Write true.",
  env: noEnvironment,
  nil: notNull,
  "process.env": noEnvironment,
  undefined: notNull
};
var byCode2 = {
  "unknown-method": methods,
  "unknown-function": functions2,
  "unknown-field": { length: sizeHelp, size: sizeHelp, count: sizeHelp },
  "unknown-variable": variables
};
function habitHelp(code, name) {
  const known3 = byCode2[code];
  if (known3 === void 0) return void 0;
  const parts = name.split(".");
  for (let length = parts.length; length > 0; length--) {
    const beginning = parts.slice(0, length).join(".");
    if (Object.hasOwn(known3, beginning)) return known3[beginning];
  }
  return void 0;
}

// packages/policy-language/src/catalogue/standard/operators.ts
var comparison = [
  "bool",
  "int",
  "uint",
  "double",
  "string",
  "bytes",
  "timestamp",
  "duration"
].map((type2) => ({ left: type2, right: type2, returns: "bool" }));
function arithmetic(...types2) {
  return types2.map((type2) => ({ left: type2, right: type2, returns: type2 }));
}
var standardOperators = {
  "<": comparison,
  "<=": comparison,
  ">": comparison,
  ">=": comparison,
  "+": [
    ...arithmetic("int", "uint", "double", "string", "bytes", "list(A)", "duration"),
    { left: "timestamp", right: "duration", returns: "timestamp" },
    { left: "duration", right: "timestamp", returns: "timestamp" }
  ],
  "-": [
    ...arithmetic("int", "uint", "double", "duration"),
    { left: "timestamp", right: "timestamp", returns: "duration" },
    { left: "timestamp", right: "duration", returns: "timestamp" }
  ],
  "*": arithmetic("int", "uint", "double"),
  "/": arithmetic("int", "uint", "double"),
  "%": arithmetic("int", "uint")
};
var standardMacros = ["has", "all", "exists", "exists_one", "filter", "map"];

// packages/policy-language/src/expression/check/macro.ts
var forms = {
  has: "has(value.field)",
  all: "list.all(item, condition)",
  exists: "list.exists(item, condition)",
  exists_one: "list.exists_one(item, condition)",
  filter: "list.filter(item, condition)",
  map: "list.map(item, value) or list.map(item, condition, value)"
};
var names = new Set(standardMacros);
function isMacro(node) {
  return node.absolute === void 0 && names.has(node.name) && node.name === "has" === (node.target === void 0);
}
function checkMacro(scope, node) {
  const { name, target } = node;
  if (name === "has" || target === void 0) return checkHas(scope, node);
  const over = scope.check(target);
  const result = name === "filter" || name === "map" ? { kind: "list", element: types.dyn } : types.bool;
  const items = itemsOf(over);
  if (items === void 0) {
    misuse(scope, node, `${typeText(over)} is neither a list nor a map`);
    return result;
  }
  const [variable, ...bodies] = node.arguments;
  const counts = name === "map" ? [1, 2] : [1];
  if (variable?.kind !== "identifier" || !counts.includes(bodies.length)) {
    const reason = variable?.kind === "identifier" || variable === void 0 ? `it has ${node.arguments.length} arguments` : "its first argument is not a plain name";
    misuse(scope, node, reason);
    return result;
  }
  scope.types.set(variable, items);
  return checkBodies(scope, name, variable.name, items, bodies);
}
function checkBodies(scope, name, variable, items, bodies) {
  const [first, second] = bodies;
  if (first === void 0) return types.dyn;
  if (name === "map" && second === void 0) {
    return { kind: "list", element: scope.checkWith(variable, items, first) };
  }
  scope.checkWith(variable, items, first, `${name}()`);
  if (second !== void 0) {
    return { kind: "list", element: scope.checkWith(variable, items, second) };
  }
  return name === "filter" ? { kind: "list", element: items } : types.bool;
}
function checkHas(scope, node) {
  const [argument] = node.arguments;
  if (node.arguments.length !== 1 || argument?.kind !== "select") {
    misuse(scope, node, "its argument is not a field");
    return types.bool;
  }
  scope.check(argument);
  return types.bool;
}
function itemsOf(type2) {
  if (type2.kind === "list") return type2.element;
  if (type2.kind === "map") return type2.key;
  return isOpen(type2) ? types.dyn : void 0;
}
function misuse(scope, node, reason) {
  scope.report("macro-misuse", node.span, { name: node.name, reason, form: forms[node.name] });
}

// packages/policy-language/src/expression/check/operator.ts
function checkOperator(scope, node, left, right) {
  const { operator } = node;
  switch (operator) {
    case "==":
    case "!=":
      if (join(left, right) === void 0) reportOperands(scope, node, left, right);
      return types.bool;
    case "in":
      if (!isMember(left, right)) reportOperands(scope, node, left, right);
      return types.bool;
    case "&&":
    case "||":
      return types.bool;
  }
  for (const overload of standardOperators[operator]) {
    const bindings = /* @__PURE__ */ new Map();
    const fits2 = isAssignable(left, parseType(overload.left), bindings) && isAssignable(right, parseType(overload.right), bindings);
    if (!fits2) continue;
    const certain = !isOpen(left) && !isOpen(right);
    return certain || overload.returns === "bool" ? resolve(parseType(overload.returns), bindings) : types.dyn;
  }
  reportOperands(scope, node, left, right);
  return standardOperators[operator][0]?.returns === "bool" ? types.bool : types.dyn;
}
function isMember(item, holder) {
  const container = solved(holder);
  if (container.kind === "dyn") return true;
  if (container.kind === "free") {
    return solve(container, { kind: "list", element: item }) !== void 0;
  }
  if (container.kind === "list") return join(item, container.element) !== void 0;
  return container.kind === "map" && join(item, container.key) !== void 0;
}
function reportOperands(scope, node, left, right) {
  const help = helpFor2(node, left, right);
  scope.report("no-such-operator", node.span, {
    operator: node.operator,
    left: typeText(left),
    right: typeText(right),
    ...help === void 0 ? {} : { help }
  });
}
var numbers = /* @__PURE__ */ new Set(["int", "uint", "double"]);
function helpFor2({ operator }, left, right) {
  const kinds2 = [left.kind, right.kind];
  if ((operator === "==" || operator === "!=") && kinds2.includes("list") && kinds2.includes("string")) {
    return operator === "==" ? "Write text in list." : "Write !(text in list).";
  }
  if (operator === "in" && right.kind === "string") return "Write text.contains(part).";
  if (kinds2.includes("timestamp") && kinds2.includes("string")) {
    return "Make a timestamp of the text: timestamp(\u2026).";
  }
  if (kinds2.every((kind) => numbers.has(kind))) {
    return "Write both as whole numbers or both with a decimal point, or convert one: int(\u2026), double(\u2026).";
  }
  if (kinds2.includes("string") && kinds2.some((kind) => kind === "int" || kind === "double")) {
    return "Compare text with text and numbers with numbers; int(\u2026) or double(\u2026) makes a number of text.";
  }
  return void 0;
}

// packages/policy-language/src/expression/check/variables.ts
var trees = /* @__PURE__ */ new WeakMap();
function variableTree(dialect) {
  let tree = trees.get(dialect);
  if (tree === void 0) {
    tree = growTree(dialect);
    trees.set(dialect, tree);
  }
  return tree;
}
function growTree({ namespaces: namespaces2 }) {
  const top = { children: /* @__PURE__ */ new Map() };
  for (const { variables: variables3 } of namespaces2) {
    for (const variable of variables3) {
      let branch = top;
      for (const part2 of variable.name.split(".")) {
        const next = branch.children.get(part2) ?? { children: /* @__PURE__ */ new Map() };
        branch.children.set(part2, next);
        branch = next;
      }
      branch.definition = variable;
    }
  }
  return top;
}
function currentNames({ namespaces: namespaces2 }) {
  return namespaces2.flatMap(
    ({ variables: variables3 }) => variables3.filter(isCurrent).map((variable) => variable.name)
  );
}
function isCurrent({ renamedTo, outdated }) {
  return renamedTo === void 0 && outdated === void 0;
}

// packages/policy-language/src/expression/check/checker.ts
var typeNames = new Map([
  ...["bool", "bytes", "double", "int", "string", "uint"].map((name) => [
    name,
    parseType(name)
  ]),
  ["list", parseType("list(dyn)")],
  ["map", parseType("map(dyn, dyn)")],
  ["null_type", parseType("null")],
  ["type", parseType("type(dyn)")]
]);
var Checker = class {
  errors = [];
  variables = [];
  types = /* @__PURE__ */ new Map();
  environment;
  #tree;
  /** Variables that macros bind, the innermost last. */
  #bound = [];
  /** What to do about a node, known before it is checked. */
  #hints = /* @__PURE__ */ new Map();
  constructor(environment) {
    this.environment = environment;
    this.#tree = variableTree(environment.dialect);
  }
  check(node) {
    const type2 = solved(this.#infer(node));
    this.types.set(node, type2);
    return type2;
  }
  checkWith(name, type2, node, condition) {
    this.#bound.push({ name, type: type2 });
    const result = condition === void 0 ? this.check(node) : this.checkCondition(node, condition);
    this.#bound.pop();
    return result;
  }
  /** Checks a node that has to be true or false. */
  checkCondition(node, operator) {
    const type2 = this.check(node);
    if (type2.kind === "free") solve(type2, types.bool);
    else if (type2.kind !== "bool" && type2.kind !== "dyn") {
      const help = this.#hints.get(node);
      const args = { operator, type: typeText(type2), ...help === void 0 ? {} : { help } };
      this.report("not-a-boolean-operand", node.span, args);
      return types.dyn;
    }
    return types.bool;
  }
  qualifiedName(node) {
    return node && this.#names(node)?.join(".");
  }
  report(code, span, args, suggestion) {
    const isHabit = habitHelp(code, args["name"] ?? "") !== void 0;
    this.errors.push({
      code,
      ...span && { span },
      args,
      ...suggestion === void 0 || isHabit ? {} : { suggestion }
    });
  }
  checkAvailability(name, span, definition) {
    const { protocols: protocols2, directions, unsure } = definition;
    const { protocol, direction } = this.environment;
    const missing = protocol !== void 0 && protocols2?.includes(protocol) === false ? { place: `in a policy for ${protocol}`, elsewhere: `for ${protocols2.join(" and ")}` } : direction !== void 0 && directions?.includes(direction) === false ? { place: `in ${direction} rules`, elsewhere: `in ${directions.join(" and ")} rules` } : void 0;
    if (missing === void 0) return;
    const error2 = {
      code: "unavailable-here",
      ...span && { span },
      args: { name, ...missing }
    };
    this.errors.push(unsure === void 0 ? error2 : { ...error2, unsure: true });
  }
  #infer(node) {
    switch (node.kind) {
      case "literal":
        return literalType(node);
      case "identifier":
        return this.#identifier(node);
      case "select":
        return this.#select(node);
      case "index":
        return this.#index(node);
      case "call":
        return isMacro(node) ? checkMacro(this, node) : checkCall(this, node);
      case "unary":
        return this.#unary(node.operator, node.operand);
      case "binary":
        return this.#binary(node);
      case "conditional":
        return this.#conditional(node);
      case "list":
        return { kind: "list", element: this.#common(node.elements) };
      case "map":
        return this.#map(node);
    }
  }
  #identifier({ name, span, absolute }) {
    const bound = this.#bound.findLast((variable) => variable.name === name);
    if (bound !== void 0 && absolute === void 0) return bound.type;
    return this.#variable([name], span) ?? types.dyn;
  }
  #select(node) {
    const names2 = this.#names(node);
    const isVariable = names2 !== void 0 && this.#branch(names2)?.definition !== void 0;
    if (isVariable || names2 !== void 0 && !this.#hasShorterVariable(names2)) {
      return this.#variable(names2, node.span) ?? types.dyn;
    }
    return this.#field(this.check(node.operand), node, names2);
  }
  #names(node) {
    if (node.kind === "identifier") {
      const isBound = this.#bound.some(({ name }) => name === node.name);
      return isBound && node.absolute === void 0 ? void 0 : [node.name];
    }
    if (node.kind !== "select") return void 0;
    const names2 = this.#names(node.operand);
    return names2 && [...names2, node.field];
  }
  #branch(names2) {
    let branch = this.#tree;
    for (const name of names2) branch = branch?.children.get(name);
    return branch;
  }
  #hasShorterVariable(names2) {
    return names2.slice(0, -1).some((_name, index) => this.#branch(names2.slice(0, index + 1))?.definition !== void 0);
  }
  #variable(names2, span) {
    const name = names2.join(".");
    const branch = this.#branch(names2);
    if (branch?.definition !== void 0) {
      const { definition } = branch;
      this.variables.push({ definition, ...span && { span } });
      this.checkAvailability(name, span, definition);
      return parseType(definition.type);
    }
    const named2 = typeNames.get(name);
    if (named2 !== void 0) return { kind: "type", of: named2 };
    if (branch !== void 0) {
      const fields = [...branch.children.keys()].map((field) => `${name}.${field}`);
      this.report("namespace-as-value", span, { name, fields: fields.slice(0, 5).join(", ") });
    } else {
      this.report("unknown-variable", span, { name }, this.#meantVariable(names2));
    }
    return void 0;
  }
  #meantVariable(names2) {
    const { dialect } = this.environment;
    const known3 = currentNames(dialect);
    return foreignName(names2, dialect.foreignNames) ?? nearest(names2.join("."), known3) ?? sameEnds(names2, known3);
  }
  #field(operand, { field, span }, names2) {
    if (isOpen(operand)) return types.dyn;
    if (operand.kind === "map" && isAssignable(parseType("string"), operand.key, /* @__PURE__ */ new Map())) {
      return operand.value;
    }
    const record = operand.kind === "record" ? this.environment.dialect.records.get(operand.name) : void 0;
    const found2 = record?.fields.find(({ name }) => name === field);
    if (found2 !== void 0) return parseType(found2.type);
    const children = names2 === void 0 ? void 0 : this.#branch(names2.slice(0, -1))?.children;
    const known3 = [...children?.keys() ?? [], ...record?.fields.map(({ name }) => name) ?? []];
    const type2 = typeText(operand);
    this.report("unknown-field", span, { name: field, type: type2 }, nearest(field, known3));
    return types.dyn;
  }
  #index(node) {
    const operand = this.check(node.operand);
    const index = this.check(node.index);
    if (isOpen(operand)) return types.dyn;
    if (operand.kind !== "list" && operand.kind !== "map") {
      this.report("not-indexable", node.span, { type: typeText(operand) });
      return types.dyn;
    }
    const expected = operand.kind === "list" ? types.int : operand.key;
    if (!isAssignable(index, expected, /* @__PURE__ */ new Map())) {
      const args = {
        type: typeText(operand),
        given: typeText(index),
        expected: typeText(expected)
      };
      this.report("wrong-key-type", node.index.span, args);
    }
    return operand.kind === "list" ? operand.element : operand.value;
  }
  #unary(operator, operand) {
    if (operator === "!") return this.checkCondition(operand, "!");
    const type2 = this.check(operand);
    if (["int", "double"].includes(type2.kind) || isOpen(type2)) return type2;
    const args = { operator: "-", left: "nothing", right: typeText(type2) };
    this.report("no-such-operator", operand.span, args);
    return types.dyn;
  }
  #binary(node) {
    const { operator, left, right } = node;
    if (operator === "in" && left.kind === "unary" && left.operator === "!") {
      this.#hints.set(left.operand, "Put what is denied in parentheses: !(item in list).");
    }
    if (operator !== "&&" && operator !== "||") {
      return checkOperator(this, node, this.check(left), this.check(right));
    }
    const operands2 = [];
    let at2 = node;
    while (at2.kind === "binary" && at2.operator === operator) {
      this.types.set(at2, types.bool);
      operands2.push(at2.right);
      at2 = at2.left;
    }
    for (const operand of [at2, ...operands2.toReversed()]) this.checkCondition(operand, operator);
    return types.bool;
  }
  #conditional({ condition, whenTrue: whenTrue2, whenFalse: whenFalse2, span }) {
    this.checkCondition(condition, "?:");
    const one = this.check(whenTrue2);
    const other = this.check(whenFalse2);
    const both = join(one, other);
    if (both !== void 0) return both;
    const args = { operator: "?:", left: typeText(one), right: typeText(other) };
    this.report("no-such-operator", span, args);
    return types.dyn;
  }
  #map({ entries: entries2 }) {
    const key = this.#common(entries2.map((entry) => entry.key));
    const value = this.#common(entries2.map((entry) => entry.value));
    return { kind: "map", key, value };
  }
  /** The type of all elements; `dyn` when they differ, which CEL allows. */
  #common(elements) {
    let common;
    for (const element of elements) {
      const type2 = this.check(element);
      common = common === void 0 ? type2 : join(common, type2) ?? types.dyn;
    }
    return common ?? { kind: "free" };
  }
};
function foreignName(names2, known3 = /* @__PURE__ */ new Map()) {
  for (let length = names2.length; length > 0; length--) {
    const meant = known3.get(names2.slice(0, length).join("."));
    if (meant !== void 0) return [meant, ...names2.slice(length)].join(".");
  }
  return void 0;
}
function sameEnds(names2, known3) {
  const [first, last2] = [names2[0], names2.at(-1)];
  if (names2.length < 2 || first === void 0 || last2 === void 0) return void 0;
  return known3.find((name) => name.startsWith(`${first}.`) && name.endsWith(`.${last2}`));
}
function literalType({ type: type2 }) {
  return parseType(type2);
}

// packages/policy-language/src/text/cidr.ts
var import_ipaddr = __toESM(require_ipaddr(), 1);
function parseCidr(text2) {
  const [address2 = "", prefix = "", ...rest] = text2.split("/");
  if (rest.length > 0 || !/^\d{1,3}$/.test(prefix)) return void 0;
  const bytes = bytesOf(address2);
  const length = Number(prefix);
  return bytes === void 0 || length > bytes.length * 8 ? void 0 : rangeOf(bytes, length);
}
function parseAddress(text2) {
  const bytes = bytesOf(text2);
  return bytes && rangeOf(bytes, bytes.length * 8);
}
function containsCidr(outer, inner) {
  if (outer.version !== inner.version || outer.prefix > inner.prefix) return false;
  return masked(inner, outer.prefix) === outer.first;
}
function bytesOf(address2) {
  if (import_ipaddr.default.IPv4.isValidFourPartDecimal(address2)) return import_ipaddr.default.IPv4.parse(address2).toByteArray();
  if (address2.includes("%") || !import_ipaddr.default.IPv6.isValid(address2)) return void 0;
  return import_ipaddr.default.IPv6.parse(address2).toByteArray();
}
function rangeOf(bytes, prefix) {
  const network = bytes.map((byte, index) => byte & maskOfByte(prefix - index * 8));
  const version = bytes.length === 4 ? 4 : 6;
  return {
    version,
    first: network.reduce((value, byte) => value << 8n | BigInt(byte), 0n),
    prefix,
    text: `${textOf(network)}/${prefix}`
  };
}
function maskOfByte(bits) {
  return bits >= 8 ? 255 : bits <= 0 ? 0 : 255 << 8 - bits & 255;
}
function textOf(bytes) {
  return bytes.length === 4 ? bytes.join(".") : new import_ipaddr.default.IPv6([...bytes]).toRFC5952String();
}
function masked({ version, first }, prefix) {
  const rest = BigInt((version === 4 ? 32 : 128) - prefix);
  return first >> rest << rest;
}

// packages/policy-language/src/text/duration.ts
function parseDuration(text2) {
  const [, sign = "", rest = ""] = /^([-+]?)(.*)$/s.exec(text2) ?? [];
  if (rest === "0") return 0;
  if (!/^(?:(?:\d+(?:\.\d*)?|\.\d+)(?:ns|us|µs|μs|ms|s|m|h))+$/.test(rest)) return void 0;
  let total = 0;
  for (const [, amount = "", unit = ""] of rest.matchAll(/([\d.]+)([a-zµμ]+)/g)) {
    total += Number(amount) * (nanoseconds[unit] ?? 0);
  }
  return Math.round(sign === "-" ? -total : total);
}
var nanoseconds = {
  ns: 1,
  us: 1e3,
  \u00B5s: 1e3,
  \u03BCs: 1e3,
  ms: 1e6,
  s: 1e9,
  m: 6e10,
  h: 36e11
};

// node_modules/.pnpm/re2js@2.10.0/node_modules/re2js/build/index.js
var RE2Flags = class RE2Flags2 {
  static FOLD_CASE = 1;
  static LITERAL = 2;
  static CLASS_NL = 4;
  static DOT_NL = 8;
  static ONE_LINE = 16;
  static NON_GREEDY = 32;
  static PERL_X = 64;
  static UNICODE_GROUPS = 128;
  static WAS_DOLLAR = 256;
  static LOOKBEHIND = 512;
  static MATCH_NL = RE2Flags2.CLASS_NL | RE2Flags2.DOT_NL;
  static PERL = RE2Flags2.CLASS_NL | RE2Flags2.ONE_LINE | RE2Flags2.PERL_X | RE2Flags2.UNICODE_GROUPS;
  static POSIX = 0;
  static UNANCHORED = 0;
  static ANCHOR_START = 1;
  static ANCHOR_BOTH = 2;
};
var PublicFlags = {
  CASE_INSENSITIVE: 1,
  DOTALL: 2,
  MULTILINE: 4,
  DISABLE_UNICODE_GROUPS: 8,
  LONGEST_MATCH: 16,
  LOOKBEHINDS: 512
};
var ASCII_SIZE = 128;
var ASCII_TO_UPPER = new Int32Array(ASCII_SIZE);
var ASCII_TO_LOWER = new Int32Array(ASCII_SIZE);
var MAX_BMP = 65535;
for (let i = 0; i < ASCII_SIZE; i++) {
  if (i >= 97 && i <= 122) ASCII_TO_UPPER[i] = i - 32;
  else ASCII_TO_UPPER[i] = i;
  if (i >= 65 && i <= 90) ASCII_TO_LOWER[i] = i + 32;
  else ASCII_TO_LOWER[i] = i;
}
var Codepoint = class {
  static CODES = Object.freeze({
    "\x07": 7,
    "\b": 8,
    "	": 9,
    "\n": 10,
    "\v": 11,
    "\f": 12,
    "\r": 13,
    " ": 32,
    '"': 34,
    $: 36,
    "&": 38,
    "'": 39,
    "(": 40,
    ")": 41,
    "*": 42,
    "+": 43,
    "-": 45,
    ".": 46,
    0: 48,
    1: 49,
    2: 50,
    3: 51,
    4: 52,
    5: 53,
    6: 54,
    7: 55,
    8: 56,
    9: 57,
    ":": 58,
    "<": 60,
    ">": 62,
    "?": 63,
    A: 65,
    B: 66,
    C: 67,
    F: 70,
    P: 80,
    Q: 81,
    U: 85,
    Z: 90,
    "[": 91,
    "\\": 92,
    "]": 93,
    "^": 94,
    _: 95,
    "`": 96,
    a: 97,
    b: 98,
    f: 102,
    i: 105,
    m: 109,
    n: 110,
    r: 114,
    s: 115,
    t: 116,
    v: 118,
    x: 120,
    z: 122,
    "{": 123,
    "|": 124,
    "}": 125
  });
  static toUpperCase(codepoint) {
    if (codepoint < ASCII_SIZE) return ASCII_TO_UPPER[codepoint];
    const s = String.fromCodePoint(codepoint).toUpperCase();
    const expectedLen = s.codePointAt(0) > MAX_BMP ? 2 : 1;
    if (s.length > expectedLen) return codepoint;
    const sOrigin = String.fromCodePoint(s.codePointAt(0)).toLowerCase();
    const originExpectedLen = sOrigin.codePointAt(0) > MAX_BMP ? 2 : 1;
    if (sOrigin.length > originExpectedLen || sOrigin.codePointAt(0) !== codepoint) return codepoint;
    return s.codePointAt(0);
  }
  static toLowerCase(codepoint) {
    if (codepoint < ASCII_SIZE) return ASCII_TO_LOWER[codepoint];
    const s = String.fromCodePoint(codepoint).toLowerCase();
    const expectedLen = s.codePointAt(0) > MAX_BMP ? 2 : 1;
    if (s.length > expectedLen) return codepoint;
    const sOrigin = String.fromCodePoint(s.codePointAt(0)).toUpperCase();
    const originExpectedLen = sOrigin.codePointAt(0) > MAX_BMP ? 2 : 1;
    if (sOrigin.length > originExpectedLen || sOrigin.codePointAt(0) !== codepoint) return codepoint;
    return s.codePointAt(0);
  }
};
var UnicodeRangeTable = class {
  /**
  * @param {Uint32Array | number[]} data
  * @param {boolean} isStride1
  */
  constructor(data, isStride1 = false) {
    this.data = data;
    this.isStride1 = isStride1;
    this.SIZE = isStride1 ? 2 : 3;
  }
  getLo(index) {
    return this.data[index * this.SIZE];
  }
  getHi(index) {
    return this.data[index * this.SIZE + 1];
  }
  getStride(index) {
    return this.isStride1 ? 1 : this.data[index * this.SIZE + 2];
  }
  get length() {
    return this.data.length / this.SIZE;
  }
};
var B64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+-";
var B64_MAP = /* @__PURE__ */ new Uint8Array(256);
for (let i = 0; i < 64; i++) B64_MAP[B64.charCodeAt(i)] = i;
var decodeVLQ = (str) => {
  const res = [];
  let value = 0;
  let shift = 0;
  for (let i = 0; i < str.length; i++) {
    const digit = B64_MAP[str.charCodeAt(i)];
    value |= (digit & 31) << shift;
    if ((digit & 32) === 0) {
      res.push(value);
      value = 0;
      shift = 0;
    } else shift += 5;
  }
  return res;
};
var decodeRanges = (str, isStride1) => {
  const res = decodeVLQ(str);
  const numRanges = isStride1 ? res.length / 2 : res.length / 3;
  const out = new Uint32Array(numRanges * 3);
  let current = 0;
  let resIdx = 0;
  for (let i = 0; i < numRanges; i++) {
    current += res[resIdx++];
    out[i * 3] = current;
    current += res[resIdx++];
    out[i * 3 + 1] = current;
    out[i * 3 + 2] = isStride1 ? 1 : res[resIdx++];
  }
  return out;
};
var decodeOrbit = (str) => {
  const res = decodeVLQ(str);
  const map = /* @__PURE__ */ new Map();
  let currentKey = 0;
  for (let i = 0; i < res.length; i += 2) {
    currentKey += res[i];
    const zz = res[i + 1];
    const delta = zz >>> 1 ^ -(zz & 1);
    map.set(currentKey, currentKey + delta);
  }
  return map;
};
var LazyMap = class {
  constructor(initializer) {
    this.initializer = initializer;
    this.cache = /* @__PURE__ */ new Map();
  }
  has(key) {
    return Object.hasOwn(this.initializer, key);
  }
  get(key) {
    if (this.cache.has(key)) return this.cache.get(key);
    const val = this.has(key) ? this.initializer[key]() : null;
    this.cache.set(key, val);
    return val;
  }
};
var UnicodeTables = class {
  static _CASE_ORBIT = null;
  static get CASE_ORBIT() {
    if (!this._CASE_ORBIT) this._CASE_ORBIT = decodeOrbit("rCgCIgCY+rQI4QiCuuBLgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCCgCBgCBgCBgCBgCBgCBgCB+7OB-BB-BB-BB-BB-BBskQB-BB-BB-BB-BB-BB-BB-BB-BB-BB-BB-BB-BB-BB-BB-BB-BB-BC-BB-BB-BB-BB-BB-BB-BByHBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBDCBBBCBBBCBBCCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBCCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBxHBCBBBCBBBCBBB3SBmMBkNBCBBBCBBB8MBCBBB6MB6MBCBBC+EB0MB2MBCBBB6MB+MBiGBmNBiNBCBBBmKBikzCBmNBqNBkIBsNBCBBBCBBBCBBB0NBCBBB0NDCBBB0NBCBBByNByNBCBBBCBBB2NBCBBDCBBCwDFCBCBDBCBCBDBCBCBDBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBB9EBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBCCBCBDBCBBBhGBvDBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBjICCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBH2iVBCBBBlKBwiVB+jVB+jVBCBBBlMBqEBuEBCBBBCBBBCBBBCBBBCBBB+hVB4hVB8hVBjNB7MC5MB5MCzMC1MB+0yCE5MB20yCC9MBu2yCBwyyCBo0yCChNBlNBo0yCBu-UBi0yCDlNC6-UBpNDrNIu+UDzNCm0yCBzNE0yyCBzNBpEBxNBxNBtEG1NLqxyCBkxyCnFoFrBCBBBCBBDCBBEkIBkIBkICoHHsCCqCBqCBqCCgEC+DB+DBmkOBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCC+BBgCBgCBgCBgCBgCBgCBgCBgCBrCBpCBpCBpCBmjOB-BB8BB-BB-BBgEB-BB-BByBBqgOBsDB-BBtwBB-BB-BB-BBsBBgDBCB-BB-BB-BBeB-BB-BB61OB-BB-BB-DB9DB9DBQB7DBmCE9CBrDBPBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBrFB-EBOBnHB3FB-FCCBBBNBCBBCjIBjIBjIBgFBgFBgFBgFBgFBgFBgFBgFBgFBgFBgFBgFBgFBgFBgFBgFBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCB-BB-BB8kMB-BB6kMB-BB-BB-BB-BB-BB-BB-BB-BB-BBokMB-BB-BBkkMBkkMB-BB-BB-BB-BB-BB-BB-BB4jMB-BB-BB-BB-BB-BB-EB-EB-EB-EB-EB-EB-EB-EB-EB-EB-EB-EB-EB-EB-EB-EBCBBBCBoiMBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBJCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBeBCBBBCBBBCBBBCBBBCBBBCBBBCBBBdBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBCgDBgDBgDBgDBgDBgDBgDBgDBgDBgDBgDBgDBgDBgDBgDBgDBgDBgDBgDBgDBgDBgDBgDBgDBgDBgDBgDBgDBgDBgDBgDBgDBgDBgDBgDBgDBgDBgDL-CB-CB-CB-CB-CB-CB-CB-CB-CB-CB-CB-CB-CB-CB-CB-CB-CB-CB-CB-CB-CB-CB-CB-CB-CB-CB-CB-CB-CB-CB-CB-CB-CB-CB-CB-CB-CB-C64CgmOBgmOBgmOBgmOBgmOBgmOBgmOBgmOBgmOBgmOBgmOBgmOBgmOBgmOBgmOBgmOBgmOBgmOBgmOBgmOBgmOBgmOBgmOBgmOBgmOBgmOBgmOBgmOBgmOBgmOBgmOBgmOBgmOBgmOBgmOBgmOBgmOBgmOCgmOGgmODg8FBg8FBg8FBg8FBg8FBg8FBg8FBg8FBg8FBg8FBg8FBg8FBg8FBg8FBg8FBg8FBg8FBg8FBg8FBg8FBg8FBg8FBg8FBg8FBg8FBg8FBg8FBg8FBg8FBg8FBg8FBg8FBg8FBg8FBg8FBg8FBg8FBg8FBg8FBg8FBg8FBg8FBg8FDg8FBg8FBg8FhVg9rCBg9rCBg9rCBg9rCBg9rCBg9rCBg9rCBg9rCBg9rCBg9rCBg9rCBg9rCBg9rCBg9rCBg9rCBg9rCBg9rCBg9rCBg9rCBg9rCBg9rCBg9rCBg9rCBg9rCBg9rCBg9rCBg9rCBg9rCBg9rCBg9rCBg9rCBg9rCBg9rCBg9rCBg9rCBg9rCBg9rCBg9rCBg9rCBg9rCBg9rCBg9rCBg9rCBg9rCBg9rCBg9rCBg9rCBg9rCBg9rCBg9rCBg9rCBg9rCBg9rCBg9rCBg9rCBg9rCBg9rCBg9rCBg9rCBg9rCBg9rCBg9rCBg9rCBg9rCBg9rCBg9rCBg9rCBg9rCBg9rCBg9rCBg9rCBg9rCBg9rCBg9rCBg9rCBg9rCBg9rCBg9rCBg9rCBg9rCBQBQBQBQBQBQDPBPBPBPBPBPjkC7mMB5mMBnmMBjmMBCBlmMB3lMBpiMBk8kCBCBBG-7FB-7FB-7FB-7FB-7FB-7FB-7FB-7FB-7FB-7FB-7FB-7FB-7FB-7FB-7FB-7FB-7FB-7FB-7FB-7FB-7FB-7FB-7FB-7FB-7FB-7FB-7FB-7FB-7FB-7FB-7FB-7FB-7FB-7FB-7FB-7FB-7FB-7FB-7FB-7FB-7FB-7FB-7FD-7FB-7FB-7F6FoglCEsuHRwjlCyDCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCB0DBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBG1DD97OCCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBQBQBQBQBQBQBQBQBPBPBPBPBPBPBPBPBQBQBQBQBQBQDPBPBPBPBPBPDQBQBQBQBQBQBQBQBPBPBPBPBPBPBPBPBQBQBQBQBQBQBQBQBPBPBPBPBPBPBPBPBQBQBQBQBQBQDPBPBPBPBPBPEQCQCQCQCPCPCPCPBQBQBQBQBQBQBQBQBPBPBPBPBPBPBPBPB0EB0EBsFBsFBsFBsFBoGBoGBgIBgIBgHBgHB8HB8HDQBQBQBQBQBQBQBQBPBPBPBPBPBPBPBPBQBQBQBQBQBQBQBQBPBPBPBPBPBPBPBPBQBQBQBQBQBQBQBQBPBPBPBPBPBPBPBPBQBQCSFPBPBzEBzEBRCxnOFSFrFBrFBrFBrFBREQBQClkOFPBPBnGBnGFQBQCljOCODPBPB-GB-GBNHSF-HB-HB7HB7HBRqJ53OE9tQBrmQH4Bc3BSgBBgBBgBBgBBgBBgBBgBBgBBgBBgBBgBBgBBgBBgBBgBBgBBfBfBfBfBfBfBfBfBfBfBfBfBfBfBfBfECBByZ0BB0BB0BB0BB0BB0BB0BB0BB0BB0BB0BB0BB0BB0BB0BB0BB0BB0BB0BB0BB0BB0BB0BB0BB0BB0BBzBBzBBzBBzBBzBBzBBzBBzBBzBBzBBzBBzBBzBBzBBzBBzBBzBBzBBzBBzBBzBBzBBzBBzBBzBBzB34BgDBgDBgDBgDBgDBgDBgDBgDBgDBgDBgDBgDBgDBgDBgDBgDBgDBgDBgDBgDBgDBgDBgDBgDBgDBgDBgDBgDBgDBgDBgDBgDBgDBgDBgDBgDBgDBgDBgDBgDBgDBgDBgDBgDBgDBgDBgDBgDB-CB-CB-CB-CB-CB-CB-CB-CB-CB-CB-CB-CB-CB-CB-CB-CB-CB-CB-CB-CB-CB-CB-CB-CB-CB-CB-CB-CB-CB-CB-CB-CB-CB-CB-CB-CB-CB-CB-CB-CB-CB-CB-CB-CB-CB-CB-CB-CBCBBBt-UBruHBt+UB1iVBviVBCBBBCBBBCBBB3hVB5-UB9hVB7hVCCBBCCBBI9jVB9jVBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBICBBBCBBECBBN-lOB-lOB-lOB-lOB-lOB-lOB-lOB-lOB-lOB-lOB-lOB-lOB-lOB-lOB-lOB-lOB-lOB-lOB-lOB-lOB-lOB-lOB-lOB-lOB-lOB-lOB-lOB-lOB-lOB-lOB-lOB-lOB-lOB-lOB-lOB-lOB-lOB-lOC-lOG-lOzoeCBBBCBBBCBBBCBBBCBBBCBl8kCBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBTCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBnECBBBCBBBCBBBCBBBCBBBCBBBCBBDCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBKCBBBCBBBnglCBCBBBCBBBCBBBCBBBCBBECBBBvyyCDCBBBCBBBgDCCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBn0yCB90yCB10yCBh0yCBn0yCCjxyCBzyyCBpxyCBg6BBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBB-CBl0yCBvjlCBCBBBCBBBt2yCBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBhkzCZCBB9a-5Bd-8rCB-8rCB-8rCB-8rCB-8rCB-8rCB-8rCB-8rCB-8rCB-8rCB-8rCB-8rCB-8rCB-8rCB-8rCB-8rCB-8rCB-8rCB-8rCB-8rCB-8rCB-8rCB-8rCB-8rCB-8rCB-8rCB-8rCB-8rCB-8rCB-8rCB-8rCB-8rCB-8rCB-8rCB-8rCB-8rCB-8rCB-8rCB-8rCB-8rCB-8rCB-8rCB-8rCB-8rCB-8rCB-8rCB-8rCB-8rCB-8rCB-8rCB-8rCB-8rCB-8rCB-8rCB-8rCB-8rCB-8rCB-8rCB-8rCB-8rCB-8rCB-8rCB-8rCB-8rCB-8rCB-8rCB-8rCB-8rCB-8rCB-8rCB-8rCB-8rCB-8rCB-8rCB-8rCB-8rCB-8rCB-8rCB-8rCB-8rCm6TCBB7gBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCH-BB-BB-BB-BB-BB-BB-BB-BB-BB-BB-BB-BB-BB-BB-BB-BB-BB-BB-BB-BB-BB-BB-BB-BB-BB-BmlBwCBwCBwCBwCBwCBwCBwCBwCBwCBwCBwCBwCBwCBwCBwCBwCBwCBwCBwCBwCBwCBwCBwCBwCBwCBwCBwCBwCBwCBwCBwCBwCBwCBwCBwCBwCBwCBwCBwCBwCBvCBvCBvCBvCBvCBvCBvCBvCBvCBvCBvCBvCBvCBvCBvCBvCBvCBvCBvCBvCBvCBvCBvCBvCBvCBvCBvCBvCBvCBvCBvCBvCBvCBvCBvCBvCBvCBvCBvCBvChDwCBwCBwCBwCBwCBwCBwCBwCBwCBwCBwCBwCBwCBwCBwCBwCBwCBwCBwCBwCBwCBwCBwCBwCBwCBwCBwCBwCBwCBwCBwCBwCBwCBwCBwCBwCFvCBvCBvCBvCBvCBvCBvCBvCBvCBvCBvCBvCBvCBvCBvCBvCBvCBvCBvCBvCBvCBvCBvCBvCBvCBvCBvCBvCBvCBvCBvCBvCBvCBvCBvCBvC1DuCBuCBuCBuCBuCBuCBuCBuCBuCBuCBuCCuCBuCBuCBuCBuCBuCBuCBuCBuCBuCBuCBuCBuCBuCBuCCuCBuCBuCBuCBuCBuCBuCCuCBuCCtCBtCBtCBtCBtCBtCBtCBtCBtCBtCBtCCtCBtCBtCBtCBtCBtCBtCBtCBtCBtCBtCBtCBtCBtCBtCCtCBtCBtCBtCBtCBtCBtCCtCBtCk2BgEBgEBgEBgEBgEBgEBgEBgEBgEBgEBgEBgEBgEBgEBgEBgEBgEBgEBgEBgEBgEBgEBgEBgEBgEBgEBgEBgEBgEBgEBgEBgEBgEBgEBgEBgEBgEBgEBgEBgEBgEBgEBgEBgEBgEBgEBgEBgEBgEBgEBgEO-DB-DB-DB-DB-DB-DB-DB-DB-DB-DB-DB-DB-DB-DB-DB-DB-DB-DB-DB-DB-DB-DB-DB-DB-DB-DB-DB-DB-DB-DB-DB-DB-DB-DB-DB-DB-DB-DB-DB-DB-DB-DB-DB-DB-DB-DB-DB-DB-DB-DB-D+CgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCL-BB-BB-BB-BB-BB-BB-BB-BB-BB-BB-BB-BB-BB-BB-BB-BB-BB-BB-BB-BB-BB-B74CgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCB-BB-BB-BB-BB-BB-BB-BB-BB-BB-BB-BB-BB-BB-BB-BB-BB-BB-BB-BB-BB-BB-BB-BB-BB-BB-BB-BB-BB-BB-BB-BB-BhrVgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCB-BB-BB-BB-BB-BB-BB-BB-BB-BB-BB-BB-BB-BB-BB-BB-BB-BB-BB-BB-BB-BB-BB-BB-BB-BB-BB-BB-BB-BB-BB-BB-BhB2BB2BB2BB2BB2BB2BB2BB2BB2BB2BB2BB2BB2BB2BB2BB2BB2BB2BB2BB2BB2BB2BB2BB2BB2BD1BB1BB1BB1BB1BB1BB1BB1BB1BB1BB1BB1BB1BB1BB1BB1BB1BB1BB1BB1BB1BB1BB1BB1BB1BtxekCBkCBkCBkCBkCBkCBkCBkCBkCBkCBkCBkCBkCBkCBkCBkCBkCBkCBkCBkCBkCBkCBkCBkCBkCBkCBkCBkCBkCBkCBkCBkCBkCBkCBjCBjCBjCBjCBjCBjCBjCBjCBjCBjCBjCBjCBjCBjCBjCBjCBjCBjCBjCBjCBjCBjCBjCBjCBjCBjCBjCBjCBjCBjCBjCBjCBjCBjC");
    return this._CASE_ORBIT;
  }
  static _Print = null;
  static get Print() {
    if (!this._Print) this._Print = new UnicodeRangeTable(decodeRanges("hB9CBjBLBCpWBDFBFGBCCCBSBCsMBClBBDxBBDCBC2BBJaBFFBSVBC-FBCvBBD6BBDkDBP6BBDwBBDOBCbBDCCBJBGfBIqCBCgFBCHBDBBDVBCGBCEEBCBDIBDBBDDBJFFBCCBDBDYBDCBCFBFBBDVBCGBCBBCBBCBBDCCBDBFBBDCBEIIBCBCIIBPBLCBCIBCCBCVBCGBCBBCEBDJBCCBCCBDQQBCBDLBIGBCCBCHBDBBDVBCGBCBBCEBDIBDBBDCBICBFBBCEBDRBLBBCFBECBCDBEBBCCCBEEBEEBBBELBFEBECBCDBDHHPUBGMBCCBCWBCPBDIBCCBCDBIBBCCBCBBDDBDJBIVBCCBCWBCJBCEBDIBCCBCDBIBBGCBCDBDJBCCBNMBCCBCyBBCCBCFBFPBDZBCCBCRBEXBCIBCDDBFBEFFBEBCCCBGBHJBDCBN5BBFcBmBBBCCCBDBCXBCCCBVBDEBCCCBFBCJBDDBhBnCBCjBBFmBBCjBBCOBCMBmBlGBCGGD4LBCDBDGBCCCBCBDoBBCDBDgBBCDBDGBCCCBCBDOBC4BBCDBDiCBDfBEZBH1CBDFBD-TBCbBE4CBIVBKXBKTBNMBCCBCBBN9CBDJBHJBHNBCKBH4CBIqBBGlCBLeBCLBFLBFEEBoBBDEBMrBBFZBHKBE9BBDgCBCcBDKBHJBHNBDtBBDLBVsCBClFBJ7BBEOBE9BBGqBBDKBJqBBG1QBDFBDlBBDFBDHBCGCBdBD0BBCOBCNBDFBCSBDCBCIBSXBJuBBSBBDaBCMBEhBBPgBBQrEBF5UBXKBWz4BBD9LBGsBBCGGD3BBIBBPXBKGBCGBCGBCGBCGBCGBCGBCGBC9DBjBZBC4CBN1GBbPBC+BBC1CBDmDBGqBBC9CBC1CBKvBBCszcBE2BBK7KBV3FBJ8GBV7BBEJBH3BBJlCBJLBHzDBMdBEtCBCKBFgBBC2BBKNBDJBDmDBZbBLFBDFBDFBKGBCGBC7BBF9DBDJBHj9KBNWBFwBBloItLBDpDBnBGBNEBGZBCEBCCCBCCBCCBoUBhBpBBHyBBCSBCDBFEBCmEBF9FBEFBDFBDFBDCBEGBCGBOBBDLBCZBCSBCBBCOBDNBjB6DBGCBFsBBE3CBCMBEwBwBBsBBjEcBEwBBQbBFjBBKdBGqBBGdBCkBBFNBrB9EBDJBHjBBFjBBFnBBJzBBMLBCOBCGBCBBCKBCOBCGBCBBEzBBN2JBKVBLHBZFBCpBBCIBmCFBDCCBqBBCBBEDDBVBCnCBJIBxBSBCBBGgBBEaBGaBnB3BBFTBDxBBCBBGHBCCBCcBDCBFJBIIBI-BBhBmBBFLBK1BBEcBDaBGZBIDBNGBxCoCB4ByBBOyBBItBBJJBHlBBEcBJBBxGeBCpBBCCBDBBRFBJIBiBtBBJpBBXZBnBbBVWBKtCBFjBBK9BBCEBOYBIJBH0BBCRBJmBBK-CBCTBMRBCuBB-BGBCCCBCBCOBCKBH6BBGJBHDBCHBDBBDVBCGBCBBCEBCJBDBBDCBDHHGGBDGBEEBMJBCDDClBBCJBCDDCDBCJBCBBJBBe7CBCEBfnCBJJBnF1BBDlBBjBkCBMJBHMBU5BBHJBHTBdaBDOBFWB6F7BBlDyCBNHBDDDBGBCBBCdBCBBDLBKJBnCHBDtBBDKBcnCBJyCBOoCBIJB3CHB5ChBBPJBHIBCsBBCNBLcBEfBDVBCNBqCGBCBBCrBBECCBCCBHBJJBHFBCBBCkBBCBBCFBIJBHrBBFJB3HYBIQBCoBBEcB2CQQBwBBO6cBnDuDBCEBMjGBtyCiDBOvhBBRVBL68DBGmSB61G5BBn2B4RBIeBCJBFwCBCJBHdBDFBLlCBLJBCGBCUBGSBxN5BBnG6CBGYBDYBtBqCBF4BBIQBhCEBMGBK1mHBqBfBiDyDB+vIDBCGBCBBCiJBQeeBBBDPPBCBJrMBloCqDBGMBEIBIJBDDBh7D8HBEzNBHWBQQBQtBBDWBKzDB9B1HBLmBBDpCBJvDBWlCB7DTBNTBN2CBKYBoE0CBCmCBCBBDDDBDDBCBCLBCCCBFBCgCBCDBDHBCGBCbBCDBCEBCEEBFBCzKBDjJBD9VBQEBCOBxiBeBHFB2GGBCQBDGBCBBCEBG9BBiBxDxDBrBBENBDJBFBBhKeBS5BBGxOxOBoBB3GqBBFhGhGBdBCVBJBBhHGBCDBCBBCOBCkGBDPBqBrCBFJBFBByYjCBtC8BBjGDBCaBCBBCDDCJBCDBCCCHFFCECBBBCBBCDDCICBCCDDBCGBCDBCDBCCCBIBCQBGCBCEBCQB1BBBvIrBBFjDBNOBDOBCOBCkBBLtFB5BcBOrBBFIBIBBPFB7E4eBEQBEMBE5GBHLBFQQBKBF3BBJJBHnBBJdBDLBFBBPIBoB3KBJNBDMBEKBE4BBCFFBOBDLBFJBIyEBCmDBmgB-2pBBhB9oEBDt0FBDwpHBQtTBjtC9QBjvBq6EBGppIBnkzVvHB", false));
    return this._Print;
  }
  static CATEGORIES = new LazyMap({
    C: () => new UnicodeRangeTable(decodeRanges("AfBgDgBBOrWrWBHHBCBICCVuMuMnBBBzBBBE4B4BBGBcDBHQBXhGhGxBBB8BBBmDNB8BBByBBBQddBCCMEBhBGBsCiFiFJBBDBBXIICCBFBBKBBDBBFHBCDBDGGBaaBEEHDBDBBXIIDGDBCCGDBDBBECBCGBFCCBFBSJBEKKEXXIDDGBBLIEBCCBNBFBBNGBIEEJBBDBBXIIDGGBKKBDDBEEBFBEDBDGGBTTBIBDHHBBBEFFBBBDCCDCBDCBECBNDBGCBEFFBCCBEBCNBWEBOEEYRRBKKEFFBFBDEEDBBFBBLGBXEEYLLGBBKEEFGBDEBEFFBLLELBOEE0BEEHDBRBBbEETCBZKKCBBICBCDBHCCJFBLBBELB7BDBekBBDCCGZZCYYBGGCIILBBFfBpClBlBBCBoBlBlBQOOBjBBnGCCBDBCBB6LFFBIICFFBqBqBFBBiBFFBIICFFBQQ6BFFBkCkCBhBhBBBBbFB3CBBHBB+UCB6CGBXIBZIBVLBOEEDLB-CBBLFBLFBPMMBEB6CGBsBEBnCJBgBNNBCBNDBCCBrBBBGKBtBDBbFBMCB-BBBiCeeBMMBEBLFBPBBvBBBNTBuCnFnFBGB9BCBQCB-BEBsBBBMHBsBEB3QBBHBBnBBBHBBJGCgBBB2BQQPBBHUUBEEKMMBDBbEByBPBDBBcOOBBBjBNBiBOBtEDB7UVBMUB14BBB-LEBuBCCBDBCBB5BGBDNBZIBI4BI-DhBBb6C6CBKB3GZBxC3C3CBoDoDBDBsB-C-C3CIBxBuzcuzcBBB4BIB9KTB5FHB+GTB9BCBLFB5BHBnCHBNFB1DKBfCBvCMMBCBiB4B4BBHBPBBLBBoDXBdJBHBBHBBHIBIII9BDB-DBBLFBl9KLBYDByBjoIBvLBBrDlBBILBGEBbGGCGDrUfBrBFB0BUUFDBGoEoEBCB-FCBHBBHBBHBBECBIIIBLBDBBNbbUDDQBBPhBB8DEBEDBuBCB5COOBBBCuBBvBhEBeCByBOBdDBlBIBfEBsBEBfmBmBBCBPpBB-EBBLFBlBDBlBDBpBHB1BKBNQQIDDMQQIDDBBB1BLB4JIBXJBJXBHrBrBKkCBHBBCtBtBDCBCBBYpCpCBGBKvBBUDDBDBiBCBcEBclBB5BDBVBBzBDDBDBJEEeBBEDBLGBKGBhCfBoBDBNIB3BCBeBBcEBbGBFLBIvCBqC2BB0BMB0BGBvBHBLFBnBCBeHBDvGBgBrBrBEBBDPBHHBKgBBvBHBrBVBblBBdTBYIBvCDBlBIB-BGGBLBaGBLFB2BTTBGBoBIBhDVVBJBTwBwBB8BBICCFQQMFB8BEBLFBFJJBDDBXXIDDGLLBDDBEEBCCBEBCEBIBBICBGKBLCCBCCnBLLCBBCFFLDDBGBDcB9CGGBcBpCHBLlFB3BBBnBhBBmCKBLFBOSB7BFBLFBVbBcBBQDBY4FB9BjDB0CLBJBBCBBJDDfDDBNNBHBLlCBJBBvBBBMaBpCHB0CMBqCGBL1CBJ3CBjBNBLFBKuBuBPJBeCBhBBBXPPBnCBIDDtBCBCDDKHBLFBHDDmBDDHGBLFBtBDBL1HBaGBSqBqBBBBe0CBCOBzBMB8clDBwDGGBJBlGryCBkDMBxhBPBXJB88DEBoS41GB7Bl2BB6RGBgBLLBCByCLLBEBfBBHJBnCJBLIIWEBUvNB7BlGB8CEBaBBarBBsCDB6BGBS-BBGKBIIB3mHoBBhBgDB0D8vIBFIIDkJkJBNBCcBEBBCNBFHBtMjoCBsDEBOCBKGBLBBF-6DB+HCB1NFBYOBSOBvBBBYIB1D7BB3HJBoBBBrCHBxDUBnC5DBVLBVLB4CIBamEB2CoCoCDBBCBBDBBFNNCIIiCFFBJJIddFGGCCBI1K1KBlJlJB-V-VBNBGQQBuiBBgBFBH0GBISSBIIDGGBDB-BgBBCvDBuBCBPBBLDBD-JBgBQB7BEBCvOBrB1GBsBDBC-FBgBXXBGBD-GBIFFDQQmGBBRoBBtCDBLDBDwYBlCrCB+BhGBFccDCCBCCLFFCCCBEBCDBCECEDDCBBCICDCCBFFIKFCLLSEBEGGSzBBDtIBtBDBlDLBQBBQQQmBJBvF3BBeMBtBDBKGBDNBH5EB6eCBSCBOCB7GFBNDBCOBNDB5BHBLFBpBHBfBBNDBDNBKmBB5KHBPBBOCBMCB6BCCBCBRBBNDBLGB0EoDoDBjgBBh3pBfB-oEBBv0FBBypHOBvThtCB-QhvBBs6EEBrpIlkzVBxHvw-FB", false)),
    Cc: () => new UnicodeRangeTable(decodeRanges("AfgDgB", true)),
    Cf: () => new UnicodeRangeTable(decodeRanges("tFzqBzqBBEBXhGhGyBhMhMBxCxCs5D9-B9-BBDBbEByBEBCJBw03B6H6HBBBimEQQj7IPBhjiBDBwmFHBn0rYffB+CB", false)),
    Cn: () => new UnicodeRangeTable(decodeRanges("4bBBHDBICCVuMuMnBBBzBBBE4B4BBGBcDBHKBvI9B9BBmDmDBMB8BBByBBBQddBCCMEBjBEBuHJJBDDBXXICCBBBFBBKBBDBBFHBCDBDGGBaaBEEHDBDBBXIIDGDBCCGDBDBBECBCGBFCCBFBSJBEKKEXXIDDGBBLIEBCCBNBFBBNGBIEEJBBDBBXIIDGGBKKBDDBEEBFBEDBDGGBTTBIBDHHBBBEFFBBBDCCDCBDCBECBNDBGCBEFFBCCBEBCNBWEBOEEYRRBKKEFFBFBDEEDBBFBBLGBXEEYLLGBBKEEFGBDEBEFFBLLELBOEE0BEEHDBRBBbEETCBZKKCBBICBCDBHCCJFBLBBELB7BDBekBBDCCGZZCYYBGGCIILBBFfBpClBlBBCBoBlBlBQOOBjBBnGCCBDBCBB6LFFBIICFFBqBqBFBBiBFFBIICFFBQQ6BFFBkCkCBhBhBBBBbFB3CBBHBB+UCB6CGBXIBZIBVLBOEEDLB-CBBLFBLFBbFB6CGBsBEBnCJBgBNNBCBNDBCCBrBBBGKBtBDBbFBMCB-BBBiCeeBMMBEBLFBPBBvBBBNTBuCnFnFBGB9BCBQCB-BEBsBBBMHBsBEB3QBBHBBnBBBHBBJGCgBBB2BQQPBBHUUBEEKmDmDNBBcOOBBBjBNBiBOBtEDB7UVBMUB14BBB-LEBuBCCBDBCBB5BGBDNBZIBI4BI-DhBBb6C6CBKB3GZBxC3C3CBoDoDBDBsB-C-C3CIBxBuzcuzcBBB4BIB9KTB5FHB+GTB9BCBLFB5BHBnCHBNFB1DKBfCBvCMMBCBiB4B4BBHBPBBLBBoDXBdJBHBBHBBHIBIII9BDB-DBBLFBl9KLBYDByBDBvzIBBrDlBBILBGEBbGGCGDrUfBrBFB0BUUFDBGoEoEBCC-FCBHBBHBBHBBECBIIIBIBGBBNbbUDDQBBPhBB8DEBEDBuBCB5COOBBBCuBBvBhEBeCByBOBdDBlBIBfEBsBEBfmBmBBCBPpBB-EBBLFBlBDBlBDBpBHB1BKBNQQIDDMQQIDDBBB1BLB4JIBXJBJXBHrBrBKkCBHBBCtBtBDCBCBBYpCpCBGBKvBBUDDBDBiBCBcEBclBB5BDBVBBzBDDBDBJEEeBBEDBLGBKGBhCfBoBDBNIB3BCBeBBcEBbGBFLBIvCBqC2BB0BMB0BGBvBHBLFBnBCBeHBDvGBgBrBrBEBBDPBHHBKgBBvBHBrBVBblBBdTBYIBvCDBlBIBlCJBCBBaGBLFB2BTTBGBoBIBhDVVBJBTwBwBB8BBICCFQQMFB8BEBLFBFJJBDDBXXIDDGLLBDDBEEBCCBEBCEBIBBICBGKBLCCBCCnBLLCBBCFFLDDBGBDcB9CGGBcBpCHBLlFB3BBBnBhBBmCKBLFBOSB7BFBLFBVbBcBBQDBY4FB9BjDB0CLBJBBCBBJDDfDDBNNBHBLlCBJBBvBBBMaBpCHB0CMBqCGBL1CBJ3CBjBNBLFBKuBuBPJBeCBhBBBXPPBnCBIDDtBCBCDDKHBLFBHDDmBDDHGBLFBtBDBL1HBaGBSqBqBBBBe0CBCOBzBMB8clDBwDGGBJBlGryCBkDMB3iBJB88DEBoS41GB7Bl2BB6RGBgBLLBCByCLLBEBfBBHJBnCJBLIIWEBUvNB7BlGB8CEBaBBarBBsCDB6BGBS-BBGKBIIB3mHoBBhBgDB0D8vIBFIIDkJkJBNBCcBEBBCNBFHBtMjoCBsDEBOCBKGBLBBJ76DB+HCB1NFBYOBSOBvBBBYIB1D7BB3HJBoBBBjGUBnC5DBVLBVLB4CIBamEB2CoCoCDBBCBBDBBFNNCIIiCFFBJJIddFGGCCBI1K1KBlJlJB-V-VBNBGQQBuiBBgBFBH0GBISSBIIDGGBDB-BgBBCvDBuBCBPBBLDBD-JBgBQB7BEBCvOBrB1GBsBDBC-FBgBXXBGBD-GBIFFDQQmGBBRoBBtCDBLDBDwYBlCrCB+BhGBFccDCCBCCLFFCCCBEBCDBCECEDDCBBCICDCCBFFIKFCLLSEBEGGSzBBDtIBtBDBlDLBQBBQQQmBJBvF3BBeMBtBDBKGBDNBH5EB6eCBSCBOCB7GFBNDBCOBNDB5BHBLFBpBHBfBBNDBDNBKmBB5KHBPBBOCBMCB6BCCBCBRBBNDBLGB0EoDoDBjgBBh3pBfB-oEBBv0FBBypHOBvThtCB-QhvBBs6EEBrpIm8yVBCdBhD-DBxHvw-BB---BBB---BBB", false)),
    Co: () => new UnicodeRangeTable(decodeRanges("gg4B-nGh4hc9--BD9--B", true)),
    Cs: () => new UnicodeRangeTable(decodeRanges("gg2B--B", true)),
    L: () => new UnicodeRangeTable(decodeRanges("hCZBHZBwBLLFGGBVBCeBCpOBFLBPEBICCiEEBCBBDDBCHHCCBCCCBSBCyCBCqEBJlFBClBBDHHBnBBoCaBFDBuBqBBkBBBCiDBCQQBIIBLLBBBDRRCdBe4CBMZZBfBKBBFGGBUBFKKEYYBXBIKBGXBCGBRpBB7B1BBETTIJBQPBFHBDBBDVBCGBCEEBCBERROBBCCBPBBLJJBEBFBBDVBCGBCBBCBBCBBgBDBCUUBBBRIBCCBCVBCGBCBBCEBETTQBBYMMBGBDBBDVBCGBCBBCEBEffBCCBBBQSSCFBECBCDBEBBCCCBEEBEEBBBELBX1B1BBGBCCBCWBCPBEbbBBBCBBDBBfFFBGBCCBCWBCJBCEBEffBBBCBBQBBSIBCCBCoBBDRRGCBJCBZFBGRBEXBCIBCDDBFB7BvBBCBBNGB7BBBCCCBDBCXBCCCBIBCBBKDDBDBCWWBCBhBgCgCBGBCjBBcEB0DqBBVRRBEBFDBEEEBIIBBBFMBNSSBkBBCGGDqBBCsKBCDBDGBCCCBCBDoBBCDBDgBBCDBDGBCCCBCBDOBC4BBCDBDiCBmBPBR1CBDFBErTBDQBCZBGqCBHHBIRBOSBPRBPMBCCBQzBBkBFFkC4CBIEBDhBBCGGBkCBLeByBdBDEBMrBBFZB3BWBK0BBzC+C+CBtBBSHB3BdBOBBLrBBbjBBqBCBLjBBDKBGqBBDCBqBDBCFBCBBEGGB+FBhC1IBDFBDlBBDFBDHBCGCBdBD0BBCGBCEEBBBCGBEDBDFBFMBGCBCGB1DOORMBmDFFDJBCEEBDBHGCBCBCKBDDBGEBF1B1BB8zC8zCBjHBHDBEBBNlBBCGGD3BBIRRBVBKGBCGBCGBCGBCGBCGBCGBCGBxC2O2OBrBrBBDBGBBF1CBHCBC5CBCDBGqBBC9CBSfBxBPBhQ-tGBhCs0VBkCtBBDsIBEPBLBBVuBBReBDlCByBIBDmDBDxCBVQBCCBCDBCWBezBBPxBB-BFBECCBMMBaBLWBacBIuBBdRRBDBCJBLEBCoBBYCBCHBVWBEEEBwBBCEEBDDBDBDCCZCBDKBICBNFBDFBDFBKGBCGBCqBBCNBHyDBej9KBNWBFwBBloItLBDpDBnBGBNEBGCCBIBCMBCEBCCCBCCBCCBqDBiBqLBT-BBD1BBpBLB1DEBCmEBlBZBHZBM4CBEFBDFBDFBDCBkBLBCZBCSBCBBCOBDNBjB6DBmMcBEwBBwBfBOTBCHBHlBBLdBDjBBFHBxB9EBTjBBFjBBFnBBJzBBNKBCOBCGBCBBCKBCOBCGBCBBEzBBN2JBKVBLHBZFBCpBBCIBmCFBDCCBqBBCBBEDDBVBLWBKeBiCSBCBBLVBLZBHZBnB3BBHBBhCQQBCBCCBCcBrBcBEcBkBHBCbBc1BBLVBLSBORBvDoCB4ByBBOyBBOjBBnBbBKWB7HpBBHBBRFB5BcBLJJBUBrBRBvBUBcWBN0BB6BBBDOOBrBBhBYBbjBBeDDJiBBENNBuBBPDBWCCkBRBCYBUBBgCGBCCCBCBCOBCJBIuBBnBHBDBBDVBCGBCBBCEBETTNEBfJBCDDClBBCaaCtBtBBzBBTDBVCBfvBBVBBC5F5FBtBBqBDBlBvBBV8B8BBpBBOoCoCBZBmBGB6FrBB1D-BBgBHBDDDBGBCBBCXBQCC-CHBDmBBRCCdLLBmBBIWWMtBBUTTBnCBoGgBBgBIBCkBBSyByBBcBxDGBCBBClBBWaaBEBCBBCfBPYYBqBBlISBQCCBLBChBB9DwCwCB4cBnHjGBtyCgDBQvhBBSFBa68DBGmSB61GdBj3B4RBIeBSuCBSdBTvBBRDBgBUBGSBxNsBB0G-BBhBYBDYBtBqCBGjCjCBLBhCBBCPPBNNB0mHBqBfBiDyDB+vIDBCGBCBBCiJBQeeBBBDPPBCBJrMBloCqDBGMBEIBIJBn7F0CBCmCBCBBDDDBDDBCBCLBCCCBFBCgCBCDBDHBCGBCbBCDBCEBCEEBFBCzKBDYBCYBCeBCYBCeBCYBCeBCYBCeBCYBCHB15BeBHFBmI9BBzEsBBLGBRiKiKBcBTrBBlPbBlHdBDwGwGBdBCCBCBBCGBDEBKBBhHGBCDBCBBCOBCkGB8BjCBI1lB1lBBCBCaBCBBCDDCJBCDBCCCHFFCECBBBCBBCDDCICBCCDDBCGBCDBCDBCCCBIBCQBGCBCEBCQBlqE-2pBBhB9oEBDt0FBDwpHBQtTBjtC9QBjvBq6EBGppIB", false)),
    LC: () => new UnicodeRangeTable(decodeRanges("hCZBHZB7BLLBVBCeBCiGBCDBFvGBDZBhGDBDBBECBCHHCCBCCCBSBCyCBCqEBJlFBClBBKoBB44ClBBCGGDqBBDCBhV1CBDFBjkCKBGqBBDCBhCrBBgCMBChBBmD1IBDFBDlBBDFBDHBCGCBdBD0BBCGBCEEBBBCGBEDBDFBFMBGCBCGBmIFFDJBCEEBDBHGCBCBCFBFDDBCBGEBF1B1BB8zC8zCB6DBDmDBHDBEBBNlBBCGGzoetBBTbBnEtCBCWBEDBCsCBZBBE2Z2ZBpBBGIBIvCBh6TGBNEBqgBZBHZBmlBvCBhDjBBFjBB1DKBCOBCGBCBBCKBCOBCGBCBBk2ByBBOyBB+CVBLVB74C-BBhrV-BBhBYBDYBtpZ0CBCmCBCBBDDDBDDBCBCLBCCCBFBCgCBCDBDHBCGBCbBCDBCEBCEEBFBCzKBDYBCYBCeBCYBCeBCYBCeBCYBCeBCYBCHB15BJBCTBHFB2uCjCB", false)),
    Ll: () => new UnicodeRangeTable(decodeRanges("hDZB7BqBqBBWBCHBC2BCBQCBuBCDECBBBDCCDEEBFFDEEBBBDDDCCCDCCBCCDEECDDBDDBBBHGDCOCBSCBDDCEEC4BCBFBDDDBCCFICBjCBDZBiGCCEEEBBBTccBhBBCBBECBCWCBDBCGDB0B0BBuBBCgBCK0BCDMCBgDCxBoBBo6CqBBDCB5XFBjkCIBC2D2DBqBBgCMBChBBnD0ECBHBCgDCBHBJFBLHBJHBJFBLHBJHBJNBDHBJHBJHBJEBCBBHEEBBBCBBJDBDBBJHBLCBCBBzIEEBEEcKFDBBJDBF2B2Bs1CvBBCEEBGCFCCBCCBEBGiDCBIICFFNlBBCGG0oesBCUaCoEMCBBBC+BCBGBCCCDICFCCDCCBBBCSCGGGCMCFCCDOCbEE2ZqBBGIBIvCBh6TGBNEBqhBZBumBnBBpEjBB8EKBCOBCGBCBBk4ByBB+DVB75CfBhsVfB8BYBnqZZBbGBCRBbZBbDBCCCBFBCKBbZBbZBbZBbZBbZBbZBbZBbZBbbBdYBCFBbYBCFBbYBCFBbYBCFBbYBCFBC15B15BBIBCTBHFB4vChBB", false)),
    Lm: () => new UnicodeRangeTable(decodeRanges("wVRBFLBPEBICCmEGG-OnHnHlFBBuIBBFgBgBKEEhFoFoF1mBgEgE2R72B72BsDkTkTxOFBvF+BBOjBjBBjBByVOORMBg-CBByHgGgG2OsBsBBDBGiDiDB+C+CBBB34bjnBjnBBEBvIzDzDdBB6DIBxCYYpDDBEBB2OXXqEtDtDWBBoDDBKngVngVuBBBh-BFBCpBBCIB0sBhBhB2K04D04DnrTDB9PCBpBBBnRMBhCBBCPPB9-P9-PBCBCGBCBByhM9BBqGGBud0Q0QsSAB", false)),
    Lo: () => new UnicodeRangeTable(decodeRanges("qFQQhIFFBCBxGBB7ZaBFDBuBfBCJBkBBBCiDBCZZBLLBBBDRRCdBe4CBMZZBfBWVBrBYBIKBGXBCGBRoBB8B1BBETTIJBROBFHBDBBDVBCGBCEEBCBERROBBCCBPBBLJJBEBFBBDVBCGBCBBCBBCBBgBDBCUUBBBRIBCCBCVBCGBCBBCEBETTQBBYMMBGBDBBDVBCGBCBBCEBEffBCCBBBQSSCFBECBCDBEBBCCCBEEBEEBBBELBX1B1BBGBCCBCWBCPBEbbBBBCBBDBBfFFBGBCCBCWBCJBCEBEffBBBCBBQBBSIBCCBCoBBDRRGCBJCBZFBGRBEXBCIBCDDBFB7BvBBCBBNFB8BBBCCCBDBCXBCCCBIBCBBKDDBDBYDBhBgCgCBGBCjBBcEB0DqBBVRRBEBFDBEEEBIIBBBFMBNyDyDBnKBCDBDGBCCCBCBDoBBCDBDgBBCDBDGBCCCBCBDOBC4BBCDBDiCBmBPByDrTBDQBCZBGqCBHHBIRBOSBPRBPMBCCBQzBBpBkCkCBhBBC0BBIEBDhBBCGGBkCBLeByBdBDEBMrBBFZB3BWBK0BBxFuBBSHB3BdBOBBLrBBbjBBqBCBLdByDDBCFBCBBE7hB7hBBCB4-C3BBZWBKGBCGBCGBCGBCGBCGBCGBCGBoR2B2BF1CBJCCB4CBFGGBpBBC9CBSfBxBPBhQ-tGBhC0wUBC2jBBkCnBBJrIBFPBLBBjCyByBBkCBqFoDoDEGBCCBCDBCWBezBBPxBB-BFBECCBMMBaBLWBacBIuBBuBEBDIBLEBCoBBYCBCHBVPBCFBEEEBwBBCEEBDDBDBDCCZBBEKBIPPBEBDFBDFBKGBCGByEiBBej9KBNWBFwBBloItLBDpDBkCCCBIBCMBCEBCCCBCCBCCBqDBiBqLBT-BBD1BBpBLB1DEBCmEBqDJBCsBBDeBEFBDFBDFBDCBkBLBCZBCSBCBBCOBDNBjB6DBmMcBEwBBwBfBOTBCHBHlBBLdBDjBBFHBhEtCBjDnBBJzBB9CzBBN2JBKVBLHB5EFBDCCBqBBCBBEDDBVBLWBKeBiCSBCBBLVBLZBHZBnB3BBHBBhCQQBCBCCBCcBrBcBEcBkBHBCbBc1BBLVBLSBORBvDoCB4FjBBnBDBCxJxJBoBBHBBRCBCBB5BcBLJJBUBrBRBvBUBcWBN0BB6BBBDOOBrBBhBYBbjBBeDDJiBBENNBuBBPDBWCCkBRBCYBUBBgCGBCCCBCBCOBCJBIuBBnBHBDBBDVBCGBCBBCEBETTNEBfJBCDDClBBCaaCtBtBBzBBTDBVCBfvBBVBBC5F5FBtBBqBDBlBvBBV8B8BBpBBOoCoCBZBmBGB6FrBB0GHBDDDBGBCBBCXBQCC-CHBDmBBRCCdLLBmBBIWWMtBBUTTBnCBoGgBBgBIBCkBBSyByBBcBxDGBCBBClBBWaaBEBCBBCfBPYYBnBBCBBlISBQCCBLBChBB9DwCwCB4cBnHjGBtyCgDBQvhBBSFBa68DBGmSB61GdBj3B4RBIeBSuCBSdBTvBB0BUBGSB0NnBB2MqCBGwFwFB0mHBqBfBiDyDBuwIiJBQeeBBBDPPBCBJrMBloCqDBGMBEIBIJBxzI2P2PBrBBiBiKiKBcBTrBBlPaBmHdBDwGwGBdBCCBCBBCGBDEBKiHiHBFBCDBCBBCOBCkGB8pBDBCaBCBBCDDCJBCDBCCCHFFCECBBBCBBCDDCICBCCDDBCGBCDBCDBCCCBIBCQBGCBCEBCQBlqE-2pBBhB9oEBDt0FBDwpHBQtTBjtC9QBjvBq6EBGppIB", false)),
    Lt: () => new UnicodeRangeTable(decodeRanges("lOGDnB2sH2sHBGBJHBJHBNQQwBAB", false)),
    Lu: () => new UnicodeRangeTable(decodeRanges("hCZBmDWBCGBiB2BCDOCDuBCBECEBBCCCBCCBBBDDBCBBCCBEBBCBBCECBCCDCCBCCBBBCCCBEEIJDCMCDQCDDDCCBC4BCIBBCBBDCCBCBCGCiJCCEJJHCCBBBCCCBCCBPBCIBkBDDBBBEWCGDDCBBDyBBxBgBCK2BCBMCD+CCDlBBq6ClBBCGGzW1CB0kCHHBpBBDCBhK0ECKgDCKHBJFBLHBJHBJFBMGCJHBpCDBNDBNDBNEBMDBnIFFECBDCBDEEBDBHGCBCBDDBLBBG+B+B9zCvBBxBCCBBBDGCBCBCDDJCBCgDCJCCFuqeuqeCqBCUaCoEMCE8BCLECBICFCCDCCEUCBDBCEBCOCBCBCCCBQCZs5Vs5VBYBmmBnBBpEjBB9EKBCOBCGBCBBr3ByBB+EVB75CfBhsVfBhCYBoqZZBbZBbZBbCCBGDBDDBCBCHBbZBbBBCDBDHBCGBcBBCDBCEBCEEBFBcZBbZBbZBbZBbZBbZBfYBiBYBiBYBiBYBiBYBiB2pE2pEBgBB", false)),
    M: () => new UnicodeRangeTable(decodeRanges("gYvDB0IGBoIsBBCCCBCCBCCpCKBxBUBRmDmDBFBDFBDBBCDBkBffBZB8CKB7BIBKZZBCBCIBCCBCEBsBCB8BIBrBXBCgBB3BCBCRBCGBLBBeCB5BCCBFBDBBDCBKLLBbbDCB5BCCBDBFBBDCBEffBEEMCB5BCCBGBCCBCCBVBBXFBCCB5BCCBFBDBBDCBICBLBBf8B8BBDBECBCDBKpBpBBDB4BCCBFBCCBCDBIBBMBBeCB5BCCBFBCCBCDBIBBMBBQNNBCB4BBBCGBCCBCDBKLLBeeBBBnCFFBEBCCCBGBTBB+BDDBFBNHBjDDDBHBMGBqCBBcECFBByBTBCBBGKBCjBBKlDlDBSBYDBFCBCCBDGBEDBOLBCLLBCBgWCBzdDBdCBeBBfBBhCfBKuBuBBBBC2D2DBjBjB3DLBFLB8GEB6BJBCcBDxBxBBsBBDLBVEBwBQBnBIBNCBfMB5BNBxBTB5ECBCUBFHHDCBnG-BBxWgBB--CCBuEhDhDBeBrRFBqDBB1udDBCJBhBBBxCBBxIEEFYYBDBF0C0CBzBzBBQBbRBOnBnBBGBaMBtBDBwBNBlBkCkCBMBNJJBuBuBBBBzBCCBBBDBBGBBCqBqBBDBGBBtHHBCBBx5TiXiXBOBRPBuejHjH2EEBn0BCBCBBGDBpBCBFmFmFB+R+RBCBiCEB+JBBuCFBnCKByBDB7DCB2BOBqBDDBLLBCBuBKBI+B+BBBBlBNBRBBtBNNBBBxBNBJDBCBB9CLBHDD+ELBWDB4BBBCGBDBBDCBKLLBDDBFBEEBkCIBCDDCDBCEBCPPBzCzCBQBYyCyCBSBsHGBDIBcBBzCQBrDMBmDOBhIOB2HFBCBBDDBCCCBuEuEBFBDGBEddBIBpBGBCDBJKKBJBvBPBnGHBoGHBCHBzCVBCNB7DFBECCBCCBFBCjCjCBDBCBBCEB8KDBKBBCxBxBBFBEEBYmnFmnFHOBpmLRBhuCEB8BGB5gBCCB1BBIDByCMMBslTslTBizEizEBsBBDWB-QEBEFBJHBDGBfDB1ECB89B2BBFxBBJPPXEBCOBxqBGBCQBDGBCBBCEBlDhFhFBFB4L+B+BBCB9PDB-HBB0HDDIBBG7O7OBFBuDGB29lYvHB", false)),
    Mc: () => new UnicodeRangeTable(decodeRanges("joC4B4BDCBJDBCBBzBBB7BCBHBBDBBLsBsB7BCBjC7B7BBBBJCCB2B2BB7B7BCHHBDDBLLnDBBCBBECBCCBLqBqBBBB+BDB+BBB7BCCBDBDBBCBBKBBdPPB7B7BBBBGCBCCBLrBrBBsCsCBBBHHBTBBrKBBgCsFsFBFFHDDBaaBLLBBBDGBWBBDFBDLLBBB5zBffiEIIBGBCBB7KDBDCBFBBCFBhHBB7BCCKCCBJJBEByExBxBGCCBDBCBB+BffFBBD9B9BDCBCEEBxBxBBGBJBBsFWW35EBB0-dBBD5C5CBzBzBBOBvEBBwBxBxBBFFBDDBBBvDBBDBBZuBuBCuDuDDBBGuHuHBCCBCCBCC0gZCCgEuBuBBBBFBB0DZZB8B8BxBCBKBBO+C+CBBBEBBCrFrFBBBgBBB7BBBCDBDBBDCBKLLB1C1CBBBIDDCDBCBBCmDmDBBBJBBErDrDBBBHCCBCBDuHuHBBBHDBDyDyDBBBJBBCuDuDCBBHoDoDCBBFmImIBBBK4H4HBEBCBBFDDCvEvEBBBJDBF1C1CeBB-BqGqGECCoGPPrDIID2G2GBDBFBBC-K-KBNNxBBBJBBCpvQpvQBBBlxD2BBpDBB0rYBBHFB", false)),
    Me: () => new UnicodeRangeTable(decodeRanges("okBBB1xF-wB-wBBCBCCBsshBCB", false)),
    Mn: () => new UnicodeRangeTable(decodeRanges("gYvDB0IEBqIsBBCCCBCCBCCpCKBxBUBRmDmDBFBDFBDBBCDBkBffBZB8CKB7BIBKZZBCBCIBCCBCEBsBCB8BIBrBXBCfB4BCCFHBFEEBFBLBBe7B7BFDBJVVBbbDBB6BFFBFFBDDBBBEffBEEMBB6BFFBDBCBBFVVBXXBEBC7B7BDCCBCBJIIBMMBff+BNNzBEE4BCCBBBGCBCDBIBBMBBe7B7BDHHGBBVBBdBB6BBBFDBJVVBeepCIIBBBC7C7CDGBNHBjDDDBHBMGBqCBBcEC4BNBCEBCBBGKBCjBBKnDnDBCBCFBCBBDBBaBBFCBRDBODDBHHQgWgWBBBzdCBeBBfBBfBBhCBBCGBJDDBJBKuBuBBBBC2D2DBjBjB3DCBFBBKHHBBB8GBBD7B7BCGBCCCDHBHJBDxBxBBMBCeBDLBVDBxBCCBDBCGGpBIBNBBhBDBDBBCCB5BCCBEECCB7BHBDBB5ECBCMBCGBFHHEBBnG-BBxWMBFEEBKB--CCBuEhDhDBeBrRDBsDBB1udFFBIBhBBBxCBBxIEEFaaBGG4EBBbRBOnBnBBGBaKBvBCBxBDDBCBDBBoBkCkCBEBDBBDBBNJJwB0B0BCCBDBBGBBCrBrBBJJvHDDFx5Tx5TiXPBRPBuejHjH2EEBn0BCBCBBGDBpBCBFmFmFB+R+RBCBiCEB+JBBuCFBnCKByBDB8D3B3BBNBqBDDBLLBBByBDBDBBI+B+BBBBlBEBCHB-BNNB1B1BBHBLDBDgDgDBBBDCCBHHD+E+EEHBWBB6BBBEmBmBBFBEEBnCFBOECPBB2CHBDCBCYY1CFBCFFBCCBvHvHBCBHBBCBBcBB2CHBDCCBrDrDCDDBEBCmDmDCDDBCBCEBkIIBCBBhIBBCFFxEDBDBBFhBhBBIBpBFBDDBJKKBEBDCBvBMBCBBnGCCBBBCqGqGBFBCFBCzCzCBUBDGBCBBCBB7DFBECCBCCBFBCpCpCBEEC8K8KBMMB1B1BBDBGCCYmnFmnFHOBpmLLBECBhuCEB8BGB5gBgCgCBCByC5lT5lTBizEizEBsBBDWBhRCBSHBDGBfDB1ECB89B2BBFxBBJPPXEBCOBxqBGBCQBDGBCBBCEBlDhFhFBFB4L+B+BBCB9PDB-HBB0HDDIBBG7O7OBFBuDGB29lYvHB", false)),
    N: () => new UnicodeRangeTable(decodeRanges("wBJB5DBBGDDBBBitBJBnEJBnGJB9MJB3DJBFFBtDJB3DJB3DJBDFBvDMB0DJBJGBoDJBpDGBISBuDJBhDJB3DJBnCTBtIJBnCJBwWTBybCBwHJBHJBXJBtJJBhEKBmFJBHJB3FJB3CJBnEJBHJB3gBEEBEBHJBnGyBBDEB3W7BBvCVB3TdBqrBqYqYaIBPCB4KDBrEJBfHBCOBhBJBoBOBh7cJB9FJBhKFB7EJBnBJBnGJBXJB3CJB3MJB34UJBuPsBBN4BBSBB2KaBlBDBeJJnEEBrGJBvdHBaGBoBIBsCEBXFBhFBBDPBDtBBhCIB1BBBfCBsCEBpDHBZHBqBGBrKFBxBJBHJB3IeB-EJBrBDBxDGBnEdBhEJB9BJBxEJBITB8HJB3KJB3DJB3LJBnDJBHTBtCLBlNSB+CJB3UJB3CcBkHJBnCJB3BJBnLJBnDUBshBuDBimPJBnpCJB3CJBnEJBCGBvQJBnIWB+KCB6nXJBnuBTBNTBtDYB2iBxBBhqCJBnNJB3PJB4HJBtWIBhEJB4Y6BBCCBCDBtCsBBCOBjeMBk3CJB", false)),
    Nd: () => new UnicodeRangeTable(decodeRanges("wBJnxBJnEJnGJ9MJ3DJ3DJ3DJ3DJ3DJ3DJ3DJ3DJ3DJhDJ3DJnCJ3IJnCJn6BJnBJtJJhEJnFJHJ3FJ3CJnEJHJnuiBJnVJnBJnGJXJ3CJ3MJ34UJnsBJnkCJHJ9YJhEJ9BJxEJ3IJ3KJ3DJ3LJnDJHTtCJnNJnDJ3UJ3CJ3HJnCJ3BJnLJ3uQJnpCJ3CJnEJ3QJ37XJ12CxBhqCJnNJ3PJ4HJ2aJ30EJ", true)),
    Nl: () => new UnicodeRangeTable(decodeRanges("u3FCBwzCiBBDDB-zDaaBHBPCBs1dJBxyW0BBtOJJnEEBrhIuDBm8SCB", false)),
    No: () => new UnicodeRangeTable(decodeRanges("yFBBGDDBBB2pCFB5LFB5DCBmEGB6GGBSIByNJB2hBTB0jBJBhP20B20BEFBHJBnGPBqB3W3WB6BBvCVB3TdBqrB1kB1kBBCBrEJBfHBCOBhBJBoBOBxrdFBymWsBBiCDBSBB2KaBlBDB1pBHBaGBoBIBsCEBXFBhFBBDPBDtBBhCIB1BBBfCBsCEBpDHBZHBqBGBrKFBhLeB-EJBrBDBxDGBnETB8LTBmqBBBvNIBobSB0aUBn8SGB-YWBqhZTBNTBtDYBvqFIBid6BBCCBCDBtCsBBCOBjeMB", false)),
    P: () => new UnicodeRangeTable(decodeRanges("hBCBCFBCDBLBBEBBbCBCccCkBkBGEELBBEEE-VJJzOFBqBBB0BCCDDDtBBBVBBCBBOCCBBBrCDBnDsBsBBMBqHCB3BOBgBmImIBLLtE5D5D6DnMnMNwLwL7CLLBpFpFBNBCmBmBBCBoCrCrCBDBFBBwDFBsFlTlTBHB4EuTuTtBBBvCCBoCBB+ECBCCBmBKB6JBB5GBBhEGBCFBhFBBLGBdCB9DDB8BEB-BBBhCHBM9Z9ZBWBJTBCMBCLBfBBPBB6TDBeBB+hBNBwCBBgBJB0MVBgCDBhBBB8XDBCBBxDwEwEBtBBCfBDLBkNCBFJBDLBRNNjD7C7CjgdBBuICBkDLL0DFB9LDB3CBBpBCBCyByBBwBwBiDMBRBB9DDB-DBBRBB6HzqUzqUBxGxGBIBXiBBCNBCFFCBB2ECBCFBCDBLBBEBBbCBCccCCCBFB7MCB9UxBxB-MoXoXoGgBgBxIIBnBxDxDBFBjCGB6CDByO-J-JjBlElEBDBtBDB+FGBuDBBCDB-DDBxBBBwCDBFOOCCB5CFBsDrJrJBCCBzDzDBDBLBBCpDpD7HWBqDCBdMBtCjEjEBBB9HpIpIBBB8E9C9CBGB0CCBCEB+CJB4GgDgDBDBrBBBmUBBrCMBwFxjBxjBBDB97CBB8zOBBmEiCiCBDBJpRpRBBBoJDBoK9lT9lTovHEB07C-a-aBAB", false)),
    Pc: () => new UnicodeRangeTable(decodeRanges("-Cg-Hg-HBUU-u3BBBZCBwHAB", false)),
    Pd: () => new UnicodeRangeTable(decodeRanges("tB9qB9qB0BiyDiyDmgBqgCqgCBEBiwDDDgBBBFdd-NUUwDxszBxszBBmBmBLqFqFhzD-J-J", false)),
    Pe: () => new UnicodeRangeTable(decodeRanges("pB0B0BgB+1D+1DC-6B-6BqtC4B4BQ7T7TCff-hBMCxChBhBCGC1MUChCCCiBmhBmhBCECtBGCtNICEGCDBB-ozB6G6GeOCESSCCCrF0B0BgBGD", false)),
    Pf: () => new UnicodeRangeTable(decodeRanges("7F+6H+6HEddpuDCCFDDQEE", false)),
    Pi: () => new UnicodeRangeTable(decodeRanges("rFt7Ht7HDBBDaapuDCCFDDQEE", false)),
    Po: () => new UnicodeRangeTable(decodeRanges("hBCBCCBDECBLLBEEBcclCGGPBBI-V-VJzOzOBEBqB3B3BDDDtBBBVBBCBBOCCBBBrCDBnDsBsBBMBqHCB3BOBgBmImIBLLtE5D5D6DnMnMNwLwL7CLLBpFpFBNBCxDxDrCEBFBBwDFBsFlTlTBHBmY9D9DBBBoCBB+ECBCCBmBFBCDB6JBB5GBBhEGBCFBhFBBLGBdCB9DDB8BEB-BBBhCHBMjajaBJJBGBJIBDDBDCBEKBCCCBIB7kDDBCBBxDwEwEBFFBBBDDDBHBCBBCDDBLLBDBCJBDDBCCCBLBDCBtNCB6B+F+FjgdBBuICBkDLL0DFB9LDB3CBBpBCBCyByBBwBwBiDMBRBB9DDB-DBBRBB6HlxUlxUBFBDXXVBBDDBECBCDBICBHCCB2E2EBBBCCBDECBLLBEEBcclBDDB7M7MBBB9UxBxB-MoXoXoGgBgBxIIBnBxDxDBFBjCGB6CDB0ZlElEBDBtBDB+FGBuDBBCDB-DDBxBBBwCDBFOOCCB5CFBsDrJrJBCCBzDzDBDBLBBCpDpD7HWBqDCBdMBtCjEjEBBB9HpIpIBBB8E9C9CBGB0CCBCEB+CJB4GgDgDBDBrBBBmUBBrCMBwFxjBxjBBDB97CBB8zOBBmEiCiCBDBJpRpRBBBoJDBoK9lT9lTovHEB07C-a-aBAB", false)),
    Ps: () => new UnicodeRangeTable(decodeRanges("oBzBzBgB-1D-1DC-6B-6B-rCEEnB4B4BQ7T7TCff-hBMCxChBhBCGC1MUChCCCiBmhBmhBCECaTTCECtNICEGCDipzBipzB4GeeCMCESSCCCrFzBzBgBEEDAB", false)),
    S: () => new UnicodeRangeTable(decodeRanges("kBHHRCBgBCCcCCkBEBCBBDCCBCBDEEfgBgBrODBNNBGGBCCCBPB2DPPBxDxDsErIrIBBB3DCBDDDBvGvGLUUB4H4HIBBpEqLqLBHHB2H2H-DjEjEBGBlEwGwGqBmGmGiGCBQCCBBBDFBVECmEHBCFBCBBGDBmGBBxXJB0WuLuLlL+E+EBgBBiLJBKIBhiBCCBBBMCBOCBOCBOBBmCOOoBCBOCBUhBB-BBBCDBCBBLCCBBBGFBCECFMMBFFBDBGDBC7B7BBFFB2LBFcBD+HBXKByCtCBXnTBtBwBBDeBLyMBX+BBFfBD1LBDpEBmHFBmLBBvBZBC4CBN1GBbPBFOOBNNWBBHBB8CBB0HBBFJBhBlBBKRRBdBMdBJQQBeBLmBBQ-JBhuG-BBx0V2BB6RWBKBBoDBB+EDBLDB+RCBiHPPB+9T+9TpEgBBuLPBhCBB3BHBtBDBjDCCBBBD7E7EHRRBBBgBCCcCCiEGBCGBOBB6JIB6BQBDCBCMBEwBwBBrBB7zBBBwSmWmWBiKiKBGBnjC2kC2kCBbBr6SDBG3qU3qUk7DvHBLCBEzNBHWBQQBgDzDB9B1HBLmBBD7BBGCBXBBIdBF8BBWhCBE7F7FB1CBrbaagBaagBaagBaagBaa9B-PB4BDBzBHBCNBCBBp2BwNwNttCEE+DiOiOBvIvIBqBBFjDBNOBDOBCOBCkBBYgFB5BcBOrBBFIBIBBPFB7E4eBEQBEMBE5GBHLBFQQBKBF3BBJJBHnBBJdBDLBFBBPIBoB3KBJNBDMBEKBE4BBCFFBOBDLBFJBIyEBC7CBLAB", false)),
    Sc: () => new UnicodeRangeTable(decodeRanges("kB+D+DBCBqnB8D8DzPBBzPBBI2H2HoImSmS8sClmClmCBgBB37hBkuVkuVtD7E7E8GBBEBB3-HDB-4wBxtCxtC", false)),
    Sk: () => new UnicodeRangeTable(decodeRanges("+CCCoCHHFEEqQDBNNBGGBCCCBPB2DPPBjoBjoB15FCCBBBMCBOCBOCBOBB9kEBBkzdWBKBBoDBBxePPBniUniUBPB8bCCjF4g9B4g9BBDB", false)),
    Sm: () => new UnicodeRangeTable(decodeRanges("rBRRBBB+BCCuBFFmBgBgB-XwQwQBBB8xGOOoBCBOCBsEoBoBBDBHlClCBDBGBBFGDIgBgBBDDCgBgBBqIBhBBB7CffBXBpBFB2OKK3BHBwDxKxKBDBDeBLPBhIiEBX+BBFfBDhIBxBUBDFB9+zB5Z5ZCCBlFRRBBB+BCCkEHHBCBitDBBhrwBx+Bx+BagBgBagBgBagBgBagBgBat5Ft5FB-uC-uCBHB", false)),
    So: () => new UnicodeRangeTable(decodeRanges("mFDDFCCyerIrIBgEgEBvGvGLUUB4H4HkQ2L2LjEFBClElEwGqBqBoMCBQCCBBBDFBVECmEHBCFBCBBGDBmGBBxXJB0WzWzW+EhBBiLJBKIBksBBBCDBCBBLCCBHHBEBCECFMMBPPCBBC7B7BBKKBDBDDBCBBCBBCGBCeBDBBCCCBdBtIHBFTBDGBDwCBCdBanBBHnCBXKByCtCBX2FBCIBC1BBJuDBC3HBtBrBBhC-HBhQvBBWBBHmBBDpEBmHFBmLBBvBZBC4CBN1GBbPBFOOBNNWBBHBBxKBBFJBhBlBBKRRBdBMdBJQQBeBLmBBQ-JBhuG-BBx0V2BBibDBLBBC+R+RBBBqqUPBuLPBhCBB3BHBuBCBlPEEFBBOBB6JIB6BQBDCBCMBEwBwBBrBB7zBBBwSpgBpgBBGBnjC2kC2kCBGBFQBr6SDBG3qU3qUk7DvHBLCBEzNBHWBQPBhDzDB9B1HBLmBBD7BBGCBXBBIdBF8BBWhCBE7F7FB1CBqlB-PB4BDBzBHBCNBCBBp2B96C96CiEyWyWBqBBFjDBNOBDOBCOBCkBBYgFB5BcBOrBBFIBIBBPFB7E6HBG4WBEQBEMBE5GBHLBFQQBKBF3BBJJBHnBBJdBDLBFBB-B3KBJNBDMBEKBE4BBCFFBOBDLBFJBIyEBC7CBLAB", false)),
    Z: () => new UnicodeRangeTable(decodeRanges("gBgEgEgvFgsCgsCBJBeBBGwBwBh9DAB", false)),
    Zl: () => new UnicodeRangeTable(decodeRanges("ohIA", true)),
    Zp: () => new UnicodeRangeTable(decodeRanges("phIA", true)),
    Zs: () => new UnicodeRangeTable(decodeRanges("gBgEgEgvFgsCgsCBJBlBwBwBh9DAB", false)),
    ASCII_Hex_Digit: () => new UnicodeRangeTable(decodeRanges("wBJIFbF", true)),
    Alphabetic: () => new UnicodeRangeTable(decodeRanges("hCZBHZBwBLLFGGBVBCeBCpOBFLBPEBICC3CeeBQBCBBDDBCHHCCBCCCBSBCyCBCqEBJlFBClBBDHHBnBBoBNBCCCBCCBCCJaBFDBeKBG3BBCGBPlDBCHBFHBFCBLCBDRRBuBBOkDBZgBBKBBFGGBWBDSBUYBIKBGXBCGBIJJBoBBLLBEGBHrCBCPBCCBFOBOSBCHBDBBDVBCGBCEEBCBEHBDBBDBBCJJFBBCEBNBBLFFBBBCFBFBBDVBCGBCBBCBBCBBFEBFBBDBBFIIBCBCSSBEBMCBCIBCCBCVBCGBCBBCEBEIBCCBCBBEQQBCBWDBFCBCHBDBBDVBCGBCBBCEBEHBDBBDBBKBBFBBCEBORRBCCBEBECBCDBEBBCCCBEEBEEBBBELBFEBECBCCBEHHpBMBCCBCWBCPBEHBCCBCCBJBBCCBCBBDDBdDBCHBCCBCWBCJBCEBEHBCCBCCBJBBGCBCDBOCBNMBCCBCoBBDHBCCBCCBCGGBCBIEBXFBCCBCRBEXBCIBCDDBFBJFBCCCBGBTBBO5BBGGBH0B0BBECBDBCXBCCCBRBCCBDEBCHHPDBhBgCgCBGBCjBBFSBFPBCjBBkC2BBCDDBDBR-BBLDBDlBBCGGDqBBCsKBCDBDGBCCCBCBDoBBCDBDgBBCDBDGBCCCBCBDOBC4BBCDBDiCBmBPBR1CBDFBErTBDQBCZBGqCBEKBITBMUBNTBNMBCCBCBBNzBBDSBPFFkC4CBIqBBGlCBLeBCLBFIBYdBDEBMrBBFZB3BbBF+BBDTBzBYYBMMBBByBzBBCOBCHB0BpBBDDBLrBBCKBP2BBXCBLjBBDKBGqBBDCBqBDBCFBCBBEGGB+FBUhBBM1IBDFBDlBBDFBDHBCGCBdBD0BBCGBCEEBBBCGBEDBDFBFMBGCBCGB1DOORMBmDFFDJBCEEBDBHGCBCBCKBDDBGEBFSSBnBBuZzBB34BkHBHDBEBBNlBBCGGD3BBIRRBVBKGBCGBCGBCGBCGBCGBCGBCGBCfBwB2O2OBBBaIBIEBDEBF1CBHCBC5CBCDBGqBBC9CBSfBxBPBhQ-tGBhCs0VBkCtBBDsIBEPBLBBVuBBGHBEwDBoBIBDmDBDxCBVUBCgBBZzBBNjCBCtBtBBEBECCBBBLgBBGiBBOcBEyBBCLBQRRBOBLEBC2BBKNBTWBEkCBCCCZCBDPBDDBMFBDFBDFBKGBCGBCqBBCNBH6DBWj9KBNWBFwBBloItLBDpDBnBGBNEBGLBCMBCEBCCCBCCBCCBqDBiBqLBT-BBD1BBpBLB1DEBCmEBlBZBHZBM4CBEFBDFBDFBDCBkBLBCZBCSBCBBCOBDNBjB6DBmC0BBsIcBEwBBwBfBOdBGqBBGdBDjBBFHBCEBrB9EBTjBBFjBBFnBBJzBBNKBCOBCGBCBBCKBCOBCGBCBBEzBBN2JBKVBLHBZFBCpBBCIBmCFBDCCBqBBCBBEDDBVBLWBKeBiCSBCBBLVBLZBHZBnB3BBHBBhCDBCBBGHBCCBCcBrBcBEcBkBHBCbBc1BBLVBLSBORBvDoCB4ByBBOyBBOnBBjBbBEGGBVB7HpBBCBBEBBRFBzBCBEcBLJJBUBrBRBvBUBcWBKlCBsBEBL4BBKOOBXBYyBBSDBJiBBEKKB+BBCDBKBBLCCkBRBChBBDHHBCB-BGBCCCBCBCOBCJBI4BBYDBCHBDBBDVBCGBCBBCEBEHBDBBDBBEHHGGBdJBCDDClBBCJBCDDCDBCBBECCtBhCBCCBCDBVCBfhCBDBBC5F5FB0BBDGBaFBjB+BBCEE8B1BBDoCoCBZBDNBWGB6F4BBoD-BBgBHBDDDBGBCBBCdBCBBDBBDDB+CHBDtBBDFBCCCBccBxBBDJBSnCBGTTBnCBoDHB5CgBBgBIBCsBBCGBCyByBBcBDVBCNBqCGBCBBCrBBECCBCCBBBCDDBZZBEBCBBCkBBCBBCDBCYYBqBBlIWBKQBCoBBECBwDwCwCB4cBnDuDBSjGBtyCgDBQvhBBSFBa68DBGmSB61GuBBy2B4RBIeBSuCBSdBTvBBRDBgBUBGSBxNsBB0G-BBhBYBDYBtBqCBF4BBIQBhCBBCNNBFBK1mHBqBfBiDyDB+vIDBCGBCBBCiJBQeeBBBDPPBCBJrMBloCqDBGMBEIBIJBFi7Fi7FBzCBCmCBCBBDDDBDDBCBCLBCCCBFBCgCBCDBDHBCGBCbBCDBCEBCEEBFBCzKBDYBCYBCeBCYBCeBCYBCeBCYBCeBCYBCHB15BeBHFB2GGBCQBDGBCBBCEBG9BBiBxDxDBrBBLGBRiKiKBcBTrBBlPbBlHdBDwGwGBdBCVBJBBhHGBCDBCBBCOBCkGB8BjCBEEE1lBDBCaBCBBCDDCJBCDBCCCHFFCECBBBCBBCDDCICBCCDDBCGBCDBCDBCCCBIBCQBGCBCEBCQB1TZBHZBHZB3zD-2pBBhB9oEBDt0FBDwpHBQtTBjtC9QBjvBq6EBGppIB", false)),
    Dash: () => new UnicodeRangeTable(decodeRanges("tB9qB9qB0BiyDiyDmgBqgCqgCBEB+BoBoBQnMnMlgDDDgBBBFdd-NUUwDxszBxszBBmBmBLqFqFhzD-J-J", false)),
    Emoji: () => new UnicodeRangeTable(decodeRanges("jBHHGJBwDFFu8HNN5GXX7CFBQBBwLBBNnFnFaKBFCBoGoHoHBLLK7B7BBCBCEBKGDBDDFDDCBBDIEBJJBBBGCCGLBMBBDCCBCCTDDBTTBEBCCCBEEBGGDBBFBBMBBGBBDGGBECBVVBGGBEBCDBDFFDDDBEBCDDCCCHEEHLLBQQDFFCFFBBBCMMBxBxBBBBKeP1LBBwOCBUBB0BFF7mBNN6SCCrrvDrGrGhFBBNBBPDDBIBsCZBCBBYVVDIBWBBvFhBBDvDBDBBCCBDyCBDCBCmIBC+BBMFBCXBIBBDHBNDDBCBDFFBOOBDDJBBKGGBBBNCBJCBDCCFHHEHHB0CBxBlCBGHBDDBEJBECCBEEDJBkHLBF8I8IBtBBCJBC4FBxDMBEKBE4BBCFFBOBDLBFJB", false)),
    Emoji_Component: () => new UnicodeRangeTable(decodeRanges("jBHHGJB0+H2G2Gsp3B3+8B3+8BBYB8PEBxtBDBtzhY-CB", false)),
    Emoji_Modifier: () => new UnicodeRangeTable(decodeRanges("7-8DE", true)),
    Emoji_Modifier_Base: () => new UnicodeRangeTable(decodeRanges("9wJ8G8GRDB4jzD9B9BBBBDDDBBB2DBBDKBWSBEFFBBBCCBICCZqGqGBFFWFFBvFvFBBBEEB0CRRBBBKMMgSDDJHBHKKBIBDCB5B+B+BBCCBCCSCBCMBmHCBrBIB", false)),
    Emoji_Presentation: () => new UnicodeRangeTable(decodeRanges("64IBBuGDBEDDqQBBWBBzBLBsBUUOJJBSSBGGBJJGWWIBBCFFDIIFBBdkBkBCFFBBBC+B+BBBBZPP8aBB0BFFvlxDrGrG-FDDBIBsCZBCZZVDDBDBCCBWBBvFgBBNIBClCBCVBNqBBFEBNQBEEEBlCBCCCB5FBD+BBODBCXBTbbBOO3C0CBxBlCBHEEBBBDDBEDBMBBIIBkHLBF8I8IBtBBCJBC4FBxDMBEKBE4BBCFFBOBDLBFJB", false)),
    Extended_Pictographic: () => new UnicodeRangeTable(decodeRanges("pFFFu8HNN5GXX7CFBQBBwLBBNnFnFaKBFCBoGoHoHBLLK7B7BBCBCEBKGDBDDFDDCBBDIEBJJBBBGCCGLBMBBDCCBCCTDDBTTBEBCCCBEEBGGDBBFBBMBBGBBDGGBECBVVBGGBEBCDBDFFDDDBEBCDDCCCHEEHLLBQQDFFCFFBBBCMMBxBxBBBBKeP1LBBwOCBUBB0BFF7mBNN6SCCrrvDoBoBBCBlDLBQBBQPPBmBmBBIBxDBBNBBPDDBIBU3BBcOBLVVDIBCDBKWBH7FBDvDBDBBCCBDyCBDCBCDBG9HBC+BBMFBCXBIBBDHBNDDBCBDFFBOOBDDJBBKGGBBBNCBJCBDCCFHHEHHB0CBxBlCBGHBDQBECCBEBDMB7GlBBNDB5BHBLFBpBHBfBBNDBDNBKmBBNuBBCJBC4FB5CHBPxEBhI9fB", false)),
    Hex_Digit: () => new UnicodeRangeTable(decodeRanges("wBJIFbFq1-BJIFbF", true)),
    Lowercase: () => new UnicodeRangeTable(decodeRanges("hDZBwBLLFlBlBBWBCHBC2BCBQCBuBCDECBBBDCCDEEBFFDEEBBBDDDCCCDCCBCCDEECDDBDDBBBHGDCOCBSCBDDCEEC4BCBFBDDDBCCFICBjCBDiBBIBBfEBhDsBsBCEEDDBTccBhBBCBBECBCWCBDBCGDB0B0BBuBBCgBCK0BCDMCBgDCxBoBBo6CqBBCDB5XFBjkCIBC2D2DB+FBiC0ECBHBCgDCBHBJFBLHBJHBJFBLHBJHBJNBDHBJHBJHBJEBCBBHEEBBBCBBJDBDBBJHBLCBCBB6DOORMBuDEEBEEcKFDBBJDBFiBiBBOBFsasaBYBn6BvBBCEEBGCFCCBCCBGBEiDCBIICFFNlBBCGG0oesBCUaCBBBmEMCBBBC8BCBIBCCCDICFCCDCCBBBCSCGGGCMCFCCDOCWDBCCCBBB2ZqBBCNBHvCBh6TGBNEBqhBZBumBnBBpEjBB8EKBCOBCGBCBBkODDBBBCpBBCIBmoByBB+DVB75CfBhsVfB8BYBnqZZBbGBCRBbZBbDBCCCBFBCKBbZBbZBbZBbZBbZBbZBbZBbZBbbBdYBCFBbYBCFBbYBCFBbYBCFBbYBCFBC15B15BBIBCTBHFBmI9BB1lChBB", false)),
    Math: () => new UnicodeRangeTable(decodeRanges("rBRRBBBgBeeCuBuBFmBmBgB5W5WBBBDbbBDDBBBwQCBuwGccBBBMEEOPPBCBWEBMEBiCMBFEEBFFBDBTFFDJBCDDBEBHEEBDDBCCBBBCFBENBClClCBWBCFBCBBFBBFfBCHHBPPBqIBJDBVBB7CffBZBCZZMGB+NBBNJBFFBFBBDBBEEBPCCDFBMHBGBB6BCCeDBKCBxK-BBhI-PBxBUBDFB9+zB4Z4ZBEBCjFjFRCBeCCeCCkEHHBCBitDBBhrwBwoBwoBBzCBCmCBCBBDDDBDDBCBCLBCCCBFBCgCBCDBDHBCGBCbBCDBCEBCEEBFBCzKBDjJBDxBBhwFDBCaBCBBCDDCJBCDBCCCHFFCECBBBCBBCDDCICBCCDDBCGBCDBCDBCCCBIBCQBGCBCEBCQB1BBB-uCIB", false)),
    Quotation_Mark: () => new UnicodeRangeTable(decodeRanges("iBFFkEQQ96HHBaBBowDqOqOBCBOCBixzBDB+FFF7CBB", false)),
    Terminal_Punctuation: () => new UnicodeRangeTable(decodeRanges("hBLLCMMBEE-ZJJiQ6B6BpCPPCCB1FsBsBBJBCsHsHB3B3BBEBCHBgBmImIB1nB1nBBtFtFFFB4JBB2YHBmY9D9DBBBoCBB+ECBEoBoBBCBDBB7JBBjLDBjFBBLBBCCBeCB8FEB-BBBldYYBKKBBBwlDCBzJOOFLLCBBEBBtNBB8ndBBuICBkHEB-LBB3CBBgD4E4EBBB0ECBgERRB6H6HnxUDDB6B6BBBBCDBqFLLCMMBEEiCDD7hBxBxBnkBoGoG3JBB5EFBlCFB6CDB5dEBtBDB+FGBxDDBgECBiEBBHRRB5C5CBDBtDrJrJB2D2DBBBNBBnLDBEOBqDBB6HCBmQCC8HBB4CBBFBB-MCBuBmUmUBrCrCBspBspBBDB6vRBBmEiCiCBBBLqRqRBoJoJBnwTnwTovHDB", false)),
    Uppercase: () => new UnicodeRangeTable(decodeRanges("hCZBmDWBCGBiB2BCDOCDuBCBECEBBCCCBCCBBBDDBCBBCCBEBBCBBCECBCCDCCBCCBBBCCCBEEIJDCMCDQCDDDCCBC4BCIBBCBBDCCBCBCGCiJCCEJJHCCBBBCCCBCCBPBCIBkBDDBBBEWCGDDCBBDyBBxBgBCK2BCBMCD+CCDlBBq6ClBBCGGzW1CB0kCHHBpBBDCBhK0ECKgDCKHBJFBLHBJHBJFBMGCJHBpCDBNDBNDBNEBMDBnIFFECBDCBDEEBDBHGCBCBDDBLBBGbbBOBUzZzZBYBx5BvBBxBCCBBBDGCBCBCDDJCBCgDCJCCFuqeuqeCqBCUaCoEMCE8BCLECBICFCCDCCEUCBDBCEBCOCBCBCCCBQCZs5Vs5VBYBmmBnBBpEjBB9EKBCOBCGBCBBr3ByBB+EVB75CfBhsVfBhCYBoqZZBbZBbZBbCCBGDBDDBCBCHBbZBbBBCDBDHBCGBcBBCDBCEBCEEBFBcZBbZBbZBbZBbZBbZBfYBiBYBiBYBiBYBiBYBiB2pE2pEBgBBvgCZBHZBHZB", false)),
    White_Space: () => new UnicodeRangeTable(decodeRanges("JEBTlDlDbgvFgvFgsCKBeBBGwBwBh9DAB", false))
  });
  static SCRIPTS = new LazyMap({
    Adlam: () => new UnicodeRangeTable(decodeRanges("go6DrCFJFB", true)),
    Ahom: () => new UnicodeRangeTable(decodeRanges("g4lCaDOFW", true)),
    Anatolian_Hieroglyphs: () => new UnicodeRangeTable(decodeRanges("ggxCmS", true)),
    Arabic: () => new UnicodeRangeTable(decodeRanges("gwBEBCFBCNBCCBCfBCJBMZBCrDBChBBxCvBBxHhBBGqCBCcBxy8BtPBDvEBhBPBxDEBCmEBk7DeBkCFBJIBiBFBh43BDBCaBCBBCDDCJBCDBCCCHFFCECBBBCBBCDDCICBCCDDBCGBCDBCDBCCCBIBCQBGCBCEBCQB1BBB", false)),
    Armenian: () => new UnicodeRangeTable(decodeRanges("xpBlBDxBDCks9BE", true)),
    Avestan: () => new UnicodeRangeTable(decodeRanges("g4iC1BEG", true)),
    Balinese: () => new UnicodeRangeTable(decodeRanges("g4GsCCxB", true)),
    Bamum: () => new UnicodeRangeTable(decodeRanges("g1pB3CpowB4R", true)),
    Bassa_Vah: () => new UnicodeRangeTable(decodeRanges("w26CdDF", true)),
    Batak: () => new UnicodeRangeTable(decodeRanges("g+GzBJD", true)),
    Bengali: () => new UnicodeRangeTable(decodeRanges("gsCDBCHBDBBDVBCGBCEEBCBDIBDBBDDBJFFBCCBDBDYB", false)),
    Beria_Erfe: () => new UnicodeRangeTable(decodeRanges("g17CYDY", true)),
    Bhaiksuki: () => new UnicodeRangeTable(decodeRanges("ggnCICsBCNLc", true)),
    Bopomofo: () => new UnicodeRangeTable(decodeRanges("qXB6wLqBxDf", true)),
    Brahmi: () => new UnicodeRangeTable(decodeRanges("ggkCtCFjBKA", true)),
    Braille: () => new UnicodeRangeTable(decodeRanges("ggK-H", true)),
    Buginese: () => new UnicodeRangeTable(decodeRanges("gwGbDB", true)),
    Buhid: () => new UnicodeRangeTable(decodeRanges("g6FT", true)),
    Canadian_Aboriginal: () => new UnicodeRangeTable(decodeRanges("ggF-TxRlC7tgCP", true)),
    Carian: () => new UnicodeRangeTable(decodeRanges("g1gCwB", true)),
    Caucasian_Albanian: () => new UnicodeRangeTable(decodeRanges("wphCzBMA", true)),
    Chakma: () => new UnicodeRangeTable(decodeRanges("gokC0BCR", true)),
    Cham: () => new UnicodeRangeTable(decodeRanges("gwqB2BKNDJDD", true)),
    Cherokee: () => new UnicodeRangeTable(decodeRanges("g9E1CDFz7lBvC", true)),
    Chorasmian: () => new UnicodeRangeTable(decodeRanges("w9jCb", true)),
    Common: () => new UnicodeRangeTable(decodeRanges("AgCBbFBbuBBCOBCEBYgBgBiOmBBGEBDTB1DKKHCC+THHPEEhB9E9ElQiEiEB6mB6mB2MDBjJwvBwvBBBBoCBBsGBBCumBumBOIIBCBCFBCCBDmYmYBKBD2CBCKBEKBCOBShBB-BlBBCCBDFBCaBCQBqBCBF5UBXKBW-cBhIzTBDpEBhQ9CBzMUBCCCBXBQHBFDB8CBBE7C7CB0E0EBOBhBlBBKxBxBB+BBgBwCBwB5C5CBmFBhuG-BBhoWhBBnDCBmFJB1HhFhFsMPPBzuUzuUBxGxGBIBXiBBCSBCDB0ECCBeBbFBbKBLuBuBBhChCBFBCGBLEBjICBFsBBEIBxCMB0BsBBlHaBltuBDB96D8HBEzNBHWBQQBgDzDB9B1HBLmBBD9BBEQBJBBIdBF8BB2GTBNTBN2CBKYBoE0CBCmCBCBBDDDBDDBCBCLBCCCBFBCgCBCDBDHBCGBCbBCDBCEBCEEBFBCzKBDjJBDxBByjFjCBtC8BBjWrBBFjDBNOBDOBCOBCkBBLtFB5BZBCBBOrBBFIBIBBPFB7E4eBEQBEMBE5GBHLBFQQBKBF3BBJJBHnBBJdBDLBFBBPIBoB3KBJNBDMBEKBE4BBCFFBOBDLBFJBIyEBCmDBnghYffB+CB", false)),
    Coptic: () => new UnicodeRangeTable(decodeRanges("ifNxkKzDGG", true)),
    Cuneiform: () => new UnicodeRangeTable(decodeRanges("ggoC5cnDuDCEMjG", true)),
    Cypriot: () => new UnicodeRangeTable(decodeRanges("ggiCFBDCCBqBBCBBEDD", false)),
    Cypro_Minoan: () => new UnicodeRangeTable(decodeRanges("w8rCiD", true)),
    Cyrillic: () => new UnicodeRangeTable(decodeRanges("ggBkEBDoFBx6FKBhFtCtCojEfBhie-CBv8VBBhw4B9BBiBAB", false)),
    Deseret: () => new UnicodeRangeTable(decodeRanges("gghCvC", true)),
    Devanagari: () => new UnicodeRangeTable(decodeRanges("goCwCFODZh7nBfhwcJ", true)),
    Dives_Akuru: () => new UnicodeRangeTable(decodeRanges("gomCGBDDDBGBCBBCdBCBBDLBKJB", false)),
    Dogra: () => new UnicodeRangeTable(decodeRanges("ggmC7B", true)),
    Duployan: () => new UnicodeRangeTable(decodeRanges("ggvDqDGMEIIJDD", true)),
    Egyptian_Hieroglyphs: () => new UnicodeRangeTable(decodeRanges("ggsC1iBL68D", true)),
    Elbasan: () => new UnicodeRangeTable(decodeRanges("gohCnB", true)),
    Elymaic: () => new UnicodeRangeTable(decodeRanges("g-jCW", true)),
    Ethiopic: () => new UnicodeRangeTable(decodeRanges("gwEoCBCDBDGBCCCBCBDoBBCDBDgBBCDBDGBCCCBCBDOBC4BBCDBDiCBDfBEZBnvGWBKGBCGBCGBCGBCGBCGBCGBCGBjpfFBDFBDFBKGBCGBylvCGBCDBCBBCOB", false)),
    Garay: () => new UnicodeRangeTable(decodeRanges("gqjClBEcJB", true)),
    Georgian: () => new UnicodeRangeTable(decodeRanges("glElBBCGGDqBBCDBx8CqBBDCBhiElBBCGG", false)),
    Glagolitic: () => new UnicodeRangeTable(decodeRanges("ggL-Ch9sDGCQDGCBCE", true)),
    Gothic: () => new UnicodeRangeTable(decodeRanges("w5gCa", true)),
    Grantha: () => new UnicodeRangeTable(decodeRanges("g4kCDBCHBDBBDVBCGBCBBCEBDIBDBBDCBDHHGGBDGBEEB", false)),
    Greek: () => new UnicodeRangeTable(decodeRanges("wbDBCCBDDBCFFCCCBBBCCCBSBC+BBPPBnpGEBzBEBFEB1ChKhKBUBDFBDlBBDFBDHBCGCBdBD0BBCOBCNBDFBCSBDCBCIBoJ-xiB-xiB7uVuCBSgj0Bgj0BBkCB", false)),
    Gujarati: () => new UnicodeRangeTable(decodeRanges("h0CCBCIBCCBCVBCGBCBBCEBDJBCCBCCBDQQBCBDLBIGB", false)),
    Gunjala_Gondi: () => new UnicodeRangeTable(decodeRanges("grnCFCBCkBCBCFIJ", true)),
    Gurmukhi: () => new UnicodeRangeTable(decodeRanges("hwCCBCFBFBBDVBCGBCBBCBBCBBDCCBDBFBBDCBEIIBCBCIIBPB", false)),
    Gurung_Khema: () => new UnicodeRangeTable(decodeRanges("go4C5B", true)),
    Han: () => new UnicodeRangeTable(decodeRanges("g0LZBC4CBN1GBwBCCaIBPDBle-tGBhC-vUBhoWtLBDpDBpodBBNGBqgkB-2pBBhB9oEBDt0FBDwpHBQtTBjtC9QBjvBq6EBGppIB", false)),
    Hangul: () => new UnicodeRangeTable(decodeRanges("goE-HvxHBiI9CyDeiCei3dckUj9KNWFwBl9JeEFDFDFDC", true)),
    Hanifi_Rohingya: () => new UnicodeRangeTable(decodeRanges("gojCnBJJ", true)),
    Hanunoo: () => new UnicodeRangeTable(decodeRanges("g5FU", true)),
    Hatran: () => new UnicodeRangeTable(decodeRanges("gniCSCBGE", true)),
    Hebrew: () => new UnicodeRangeTable(decodeRanges("xsB2BBJaBFFBpp9BZBCEBCCCBCCBCCBIB", false)),
    Hiragana: () => new UnicodeRangeTable(decodeRanges("hiM1CBHCBi7-C+IBTeeBBBulQAB", false)),
    Imperial_Aramaic: () => new UnicodeRangeTable(decodeRanges("giiCVCI", true)),
    Inherited: () => new UnicodeRangeTable(decodeRanges("gYvDB2IBBlOKBbhXhXBCB8qEtBBDLBlPCBCMBCGBFHHEBBnG-BBtQBBjGgBB65DDBsDBBmrzBPBRNBwejHjH7iEl+uBl+uBBsBBDWBhRCBSHBDGBfDBz6rYvHB", false)),
    Inscriptional_Pahlavi: () => new UnicodeRangeTable(decodeRanges("g7iCSGH", true)),
    Inscriptional_Parthian: () => new UnicodeRangeTable(decodeRanges("g6iCVDH", true)),
    Javanese: () => new UnicodeRangeTable(decodeRanges("gsqBtCDJFB", true)),
    Kaithi: () => new UnicodeRangeTable(decodeRanges("gkkCiCLA", true)),
    Kannada: () => new UnicodeRangeTable(decodeRanges("gkDMCCCWCJCEDICCCDIBGCCDDJCC", true)),
    Katakana: () => new UnicodeRangeTable(decodeRanges("hlM5CBDCBxHPBxGuBBC3CBvgzBJBCsBBzisBDBCGBCBBCgJgJBBBzBPPBCB", false)),
    Kawi: () => new UnicodeRangeTable(decodeRanges("g4nCQCoBEc", true)),
    Kayah_Li: () => new UnicodeRangeTable(decodeRanges("goqBtBCA", true)),
    Kharoshthi: () => new UnicodeRangeTable(decodeRanges("gwiCDCBGHCCCcDCFJII", true)),
    Khitan_Small_Script: () => new UnicodeRangeTable(decodeRanges("k-7C84G84GB0OBqBAB", false)),
    Khmer: () => new UnicodeRangeTable(decodeRanges("g8F9CDJHJnPf", true)),
    Khojki: () => new UnicodeRangeTable(decodeRanges("gwkCRCuB", true)),
    Khudawadi: () => new UnicodeRangeTable(decodeRanges("w1kC6BGJ", true)),
    Kirat_Rai: () => new UnicodeRangeTable(decodeRanges("gq7C5B", true)),
    Lao: () => new UnicodeRangeTable(decodeRanges("h0DBBCCCBDBCXBCCCBVBDEBCCCBFBCJBDDB", false)),
    Latin: () => new UnicodeRangeTable(decodeRanges("hCZBHZBwBQQGWBCeBCgOBoBEB8wGlBBHwBBGDBGMBClCBiC-HByLOORMBuEBBHccSoBB42CfBj1elDBExCBVOBxZqBBCIBCDB38TGB7gBZBHZBmhCFBCpBBCIBm61BeBHFB", false)),
    Lepcha: () => new UnicodeRangeTable(decodeRanges("ggH3BEOEC", true)),
    Limbu: () => new UnicodeRangeTable(decodeRanges("goGeBCLBFLBFEEBKB", false)),
    Linear_A: () => new UnicodeRangeTable(decodeRanges("gwhC2JKVLH", true)),
    Linear_B: () => new UnicodeRangeTable(decodeRanges("gggCLCZCSCBCODNjB6D", true)),
    Lisu: () => new UnicodeRangeTable(decodeRanges("wmpBvBx1eA", true)),
    Lycian: () => new UnicodeRangeTable(decodeRanges("g0gCc", true)),
    Lydian: () => new UnicodeRangeTable(decodeRanges("gpiCZGA", true)),
    Mahajani: () => new UnicodeRangeTable(decodeRanges("wqkCmB", true)),
    Makasar: () => new UnicodeRangeTable(decodeRanges("g3nCY", true)),
    Malayalam: () => new UnicodeRangeTable(decodeRanges("goDMCCCyBCCCFFPDZ", true)),
    Mandaic: () => new UnicodeRangeTable(decodeRanges("giCbDA", true)),
    Manichaean: () => new UnicodeRangeTable(decodeRanges("g2iCmBFL", true)),
    Marchen: () => new UnicodeRangeTable(decodeRanges("wjnCfDVCN", true)),
    Masaram_Gondi: () => new UnicodeRangeTable(decodeRanges("gonCGBCBBCrBBECCBCCBHBJJB", false)),
    Medefaidrin: () => new UnicodeRangeTable(decodeRanges("gy7C6C", true)),
    Meetei_Mayek: () => new UnicodeRangeTable(decodeRanges("g3qBWqGtBDJ", true)),
    Mende_Kikakui: () => new UnicodeRangeTable(decodeRanges("gg6DkGDP", true)),
    Meroitic_Cursive: () => new UnicodeRangeTable(decodeRanges("gtiCXFTDtB", true)),
    Meroitic_Hieroglyphs: () => new UnicodeRangeTable(decodeRanges("gsiCf", true)),
    Miao: () => new UnicodeRangeTable(decodeRanges("g47CqCF4BIQ", true)),
    Modi: () => new UnicodeRangeTable(decodeRanges("gwlCkCMJ", true)),
    Mongolian: () => new UnicodeRangeTable(decodeRanges("ggGBBDCCBSBH4CBIqBB2t-BMB", false)),
    Mro: () => new UnicodeRangeTable(decodeRanges("gy6CeCJFB", true)),
    Multani: () => new UnicodeRangeTable(decodeRanges("g0kCGBCCCBCBCOBCKB", false)),
    Myanmar: () => new UnicodeRangeTable(decodeRanges("ggE-EhqmBeiDfxibT", true)),
    Nabataean: () => new UnicodeRangeTable(decodeRanges("gkiCeJI", true)),
    Nag_Mundari: () => new UnicodeRangeTable(decodeRanges("wm5DpB", true)),
    Nandinagari: () => new UnicodeRangeTable(decodeRanges("gtmCHDtBDK", true)),
    New_Tai_Lue: () => new UnicodeRangeTable(decodeRanges("gsGrBFZHKEB", true)),
    Newa: () => new UnicodeRangeTable(decodeRanges("gglC7CCE", true)),
    Nko: () => new UnicodeRangeTable(decodeRanges("g+B6BDC", true)),
    Nushu: () => new UnicodeRangeTable(decodeRanges("h-7CvsQvsQBqMB", false)),
    Nyiakeng_Puachue_Hmong: () => new UnicodeRangeTable(decodeRanges("go4DsBENDJFB", true)),
    Ogham: () => new UnicodeRangeTable(decodeRanges("g0Fc", true)),
    Ol_Chiki: () => new UnicodeRangeTable(decodeRanges("wiHvB", true)),
    Ol_Onal: () => new UnicodeRangeTable(decodeRanges("wu5DqBFA", true)),
    Old_Hungarian: () => new UnicodeRangeTable(decodeRanges("gkjCyBOyBIF", true)),
    Old_Italic: () => new UnicodeRangeTable(decodeRanges("g4gCjBKC", true)),
    Old_North_Arabian: () => new UnicodeRangeTable(decodeRanges("g0iCf", true)),
    Old_Permic: () => new UnicodeRangeTable(decodeRanges("w6gCqB", true)),
    Old_Persian: () => new UnicodeRangeTable(decodeRanges("g9gCjBFN", true)),
    Old_Sogdian: () => new UnicodeRangeTable(decodeRanges("g4jCnB", true)),
    Old_South_Arabian: () => new UnicodeRangeTable(decodeRanges("gziCf", true)),
    Old_Turkic: () => new UnicodeRangeTable(decodeRanges("ggjCoC", true)),
    Old_Uyghur: () => new UnicodeRangeTable(decodeRanges("w7jCZ", true)),
    Oriya: () => new UnicodeRangeTable(decodeRanges("h4CCCHDBDVCGCBCEDIDBDCICFBCEDR", true)),
    Osage: () => new UnicodeRangeTable(decodeRanges("wlhCjBFjB", true)),
    Osmanya: () => new UnicodeRangeTable(decodeRanges("gkhCdDJ", true)),
    Pahawh_Hmong: () => new UnicodeRangeTable(decodeRanges("g46ClCLJCGCUGS", true)),
    Palmyrene: () => new UnicodeRangeTable(decodeRanges("gjiCf", true)),
    Pau_Cin_Hau: () => new UnicodeRangeTable(decodeRanges("g2mC4B", true)),
    Phags_Pa: () => new UnicodeRangeTable(decodeRanges("giqB3B", true)),
    Phoenician: () => new UnicodeRangeTable(decodeRanges("goiCbEA", true)),
    Psalter_Pahlavi: () => new UnicodeRangeTable(decodeRanges("g8iCRIDNG", true)),
    Rejang: () => new UnicodeRangeTable(decodeRanges("wpqBjBMA", true)),
    Runic: () => new UnicodeRangeTable(decodeRanges("g1FqCEK", true)),
    Samaritan: () => new UnicodeRangeTable(decodeRanges("ggCtBDO", true)),
    Saurashtra: () => new UnicodeRangeTable(decodeRanges("gkqBlCJL", true)),
    Sharada: () => new UnicodeRangeTable(decodeRanges("gskC-ChsCH", true)),
    Shavian: () => new UnicodeRangeTable(decodeRanges("wihCvB", true)),
    Siddham: () => new UnicodeRangeTable(decodeRanges("gslC1BDlB", true)),
    Sidetic: () => new UnicodeRangeTable(decodeRanges("gqiCZ", true)),
    SignWriting: () => new UnicodeRangeTable(decodeRanges("gg2DrUQECO", true)),
    Sinhala: () => new UnicodeRangeTable(decodeRanges("hsDCBCRBEXBCIBCDDBFBEFFBEBCCCBGBHJBDCBt-gCTB", false)),
    Sogdian: () => new UnicodeRangeTable(decodeRanges("w5jCpB", true)),
    Sora_Sompeng: () => new UnicodeRangeTable(decodeRanges("wmkCYIJ", true)),
    Soyombo: () => new UnicodeRangeTable(decodeRanges("wymCyC", true)),
    Sundanese: () => new UnicodeRangeTable(decodeRanges("g8G-BhIH", true)),
    Sunuwar: () => new UnicodeRangeTable(decodeRanges("g+mChBPJ", true)),
    Syloti_Nagri: () => new UnicodeRangeTable(decodeRanges("ggqBsB", true)),
    Syriac: () => new UnicodeRangeTable(decodeRanges("g4BNC7BDCxIK", true)),
    Tagalog: () => new UnicodeRangeTable(decodeRanges("g4FVKA", true)),
    Tagbanwa: () => new UnicodeRangeTable(decodeRanges("g7FMCCCB", true)),
    Tai_Le: () => new UnicodeRangeTable(decodeRanges("wqGdDE", true)),
    Tai_Tham: () => new UnicodeRangeTable(decodeRanges("gxG+BCcDKHJHN", true)),
    Tai_Viet: () => new UnicodeRangeTable(decodeRanges("g0qBiCZE", true)),
    Tai_Yo: () => new UnicodeRangeTable(decodeRanges("g25DeCVJB", true)),
    Takri: () => new UnicodeRangeTable(decodeRanges("g0lC5BHJ", true)),
    Tamil: () => new UnicodeRangeTable(decodeRanges("i8CBBCFBECBCDBEBBCCCBEEBEEBBBELBFEBECBCDBDHHPUBm+kCxBBOAB", false)),
    Tangsa: () => new UnicodeRangeTable(decodeRanges("wz6CuCCJ", true)),
    Tangut: () => new UnicodeRangeTable(decodeRanges("g-7CgBgBB+3GBhQeBiDyDB", false)),
    Telugu: () => new UnicodeRangeTable(decodeRanges("ggDMCCCWCPDICCCDIBCCCBDDDJII", true)),
    Thaana: () => new UnicodeRangeTable(decodeRanges("g8BxB", true)),
    Thai: () => new UnicodeRangeTable(decodeRanges("hwD5BGb", true)),
    Tibetan: () => new UnicodeRangeTable(decodeRanges("g4DnCCjBFmBCjBCOCGFB", true)),
    Tifinagh: () => new UnicodeRangeTable(decodeRanges("wpL3BIBPA", true)),
    Tirhuta: () => new UnicodeRangeTable(decodeRanges("gklCnCJJ", true)),
    Todhri: () => new UnicodeRangeTable(decodeRanges("guhCzB", true)),
    Tolong_Siki: () => new UnicodeRangeTable(decodeRanges("wtnCrBFJ", true)),
    Toto: () => new UnicodeRangeTable(decodeRanges("w04De", true)),
    Tulu_Tigalari: () => new UnicodeRangeTable(decodeRanges("g8kCJBCDDClBBCJBCDDCDBCJBCBBJBB", false)),
    Ugaritic: () => new UnicodeRangeTable(decodeRanges("g8gCdCA", true)),
    Unknown: () => new UnicodeRangeTable(decodeRanges("4bBBHDBICCVuMuMnBBBzBBBE4B4BBGBcDBHKBvI9B9BBmDmDBMB8BBByBBBQddBCCMEBjBEBuHJJBDDBXXICCBBBFBBKBBDBBFHBCDBDGGBaaBEEHDBDBBXIIDGDBCCGDBDBBECBCGBFCCBFBSJBEKKEXXIDDGBBLIEBCCBNBFBBNGBIEEJBBDBBXIIDGGBKKBDDBEEBFBEDBDGGBTTBIBDHHBBBEFFBBBDCCDCBDCBECBNDBGCBEFFBCCBEBCNBWEBOEEYRRBKKEFFBFBDEEDBBFBBLGBXEEYLLGBBKEEFGBDEBEFFBLLELBOEE0BEEHDBRBBbEETCBZKKCBBICBCDBHCCJFBLBBELB7BDBekBBDCCGZZCYYBGGCIILBBFfBpClBlBBCBoBlBlBQOOBjBBnGCCBDBCBB6LFFBIICFFBqBqBFBBiBFFBIICFFBQQ6BFFBkCkCBhBhBBBBbFB3CBBHBB+UCB6CGBXIBZIBVLBOEEDLB-CBBLFBLFBbFB6CGBsBEBnCJBgBNNBCBNDBCCBrBBBGKBtBDBbFBMCB-BBBiCeeBMMBEBLFBPBBvBBBNTBuCnFnFBGB9BCBQCB-BEBsBBBMHBsBEB3QBBHBBnBBBHBBJGCgBBB2BQQPBBHUUBEEKmDmDNBBcOOBBBjBNBiBOBtEDB7UVBMUB14BBB-LEBuBCCBDBCBB5BGBDNBZIBI4BI-DhBBb6C6CBKB3GZBxC3C3CBoDoDBDBsB-C-C3CIBxBuzcuzcBBB4BIB9KTB5FHB+GTB9BCBLFB5BHBnCHBNFB1DKBfCBvCMMBCBiB4B4BBHBPBBLBBoDXBdJBHBBHBBHIBIII9BDB-DBBLFBl9KLBYDByBjoIBvLBBrDlBBILBGEBbGGCGDrUfBrBFB0BUUFDBGoEoEBCC-FCBHBBHBBHBBECBIIIBIBGBBNbbUDDQBBPhBB8DEBEDBuBCB5COOBBBCuBBvBhEBeCByBOBdDBlBIBfEBsBEBfmBmBBCBPpBB-EBBLFBlBDBlBDBpBHB1BKBNQQIDDMQQIDDBBB1BLB4JIBXJBJXBHrBrBKkCBHBBCtBtBDCBCBBYpCpCBGBKvBBUDDBDBiBCBcEBclBB5BDBVBBzBDDBDBJEEeBBEDBLGBKGBhCfBoBDBNIB3BCBeBBcEBbGBFLBIvCBqC2BB0BMB0BGBvBHBLFBnBCBeHBDvGBgBrBrBEBBDPBHHBKgBBvBHBrBVBblBBdTBYIBvCDBlBIBlCJBCBBaGBLFB2BTTBGBoBIBhDVVBJBTwBwBB8BBICCFQQMFB8BEBLFBFJJBDDBXXIDDGLLBDDBEEBCCBEBCEBIBBICBGKBLCCBCCnBLLCBBCFFLDDBGBDcB9CGGBcBpCHBLlFB3BBBnBhBBmCKBLFBOSB7BFBLFBVbBcBBQDBY4FB9BjDB0CLBJBBCBBJDDfDDBNNBHBLlCBJBBvBBBMaBpCHB0CMBqCGBL1CBJ3CBjBNBLFBKuBuBPJBeCBhBBBXPPBnCBIDDtBCBCDDKHBLFBHDDmBDDHGBLFBtBDBL1HBaGBSqBqBBBBe0CBCOBzBMB8clDBwDGGBJBlGryCBkDMB3iBJB88DEBoS41GB7Bl2BB6RGBgBLLBCByCLLBEBfBBHJBnCJBLIIWEBUvNB7BlGB8CEBaBBarBBsCDB6BGBS-BBGKBIIB3mHoBBhBgDB0D8vIBFIIDkJkJBNBCcBEBBCNBFHBtMjoCBsDEBOCBKGBLBBJ76DB+HCB1NFBYOBSOBvBBBYIB1D7BB3HJBoBBBjGUBnC5DBVLBVLB4CIBamEB2CoCoCDBBCBBDBBFNNCIIiCFFBJJIddFGGCCBI1K1KBlJlJB-V-VBNBGQQBuiBBgBFBH0GBISSBIIDGGBDB-BgBBCvDBuBCBPBBLDBD-JBgBQB7BEBCvOBrB1GBsBDBC-FBgBXXBGBD-GBIFFDQQmGBBRoBBtCDBLDBDwYBlCrCB+BhGBFccDCCBCCLFFCCCBEBCDBCECEDDCBBCICDCCBFFIKFCLLSEBEGGSzBBDtIBtBDBlDLBQBBQQQmBJBvF3BBeMBtBDBKGBDNBH5EB6eCBSCBOCB7GFBNDBCOBNDB5BHBLFBpBHBfBBNDBDNBKmBB5KHBPBBOCBMCB6BCCBCBRBBNDBLGB0EoDoDBjgBBh3pBfB-oEBBv0FBBypHOBvThtCB-QhvBBs6EEBrpIm8yVBCdBhD-DBxHvw-FB", false)),
    Vai: () => new UnicodeRangeTable(decodeRanges("gopBrJ", true)),
    Vithkuqi: () => new UnicodeRangeTable(decodeRanges("wrhCKCOCGCBCKCOCGCB", true)),
    Wancho: () => new UnicodeRangeTable(decodeRanges("g24D5BGA", true)),
    Warang_Citi: () => new UnicodeRangeTable(decodeRanges("glmCyCNA", true)),
    Yezidi: () => new UnicodeRangeTable(decodeRanges("g0jCpBCCDB", true)),
    Yi: () => new UnicodeRangeTable(decodeRanges("ggoBskBE2B", true)),
    Zanabazar_Square: () => new UnicodeRangeTable(decodeRanges("gwmCnC", true))
  });
  static FOLD_CATEGORIES = new LazyMap({
    L: () => new UnicodeRangeTable(decodeRanges("laA", true)),
    LC: () => new UnicodeRangeTable(decodeRanges("laA", true)),
    Ll: () => new UnicodeRangeTable(decodeRanges("hCZBmDWBCGBiBuBCEECDOCDuBCBECEBBCCCBCCBBBDDBCBBCCBEBBCBBCECBCCDCCBCCBBBCCCBEEIBBCBBCBBCOCDQCDBBCCCBBBC4BCIBBCBBDCCBCBCGC3HrBrBCEEJHHCCBCCCBCCBPBCIBkBJJCUCGDDCBBDyBBxBgBCK2BCBMCD+CCDlBBq6ClBBCGGzW1CB0kCHHBpBBDCBhK0ECKgDCKHBJFBLHBJHBJFBMGCJHBZHBJHBJHBJEBMEBMDBNEBMEBqJEEBHHxC9zC9zCBuBBxBCCBBBDGCBCBCDDJCBCgDCJCCFuqeuqeCqBCUaCoEMCE8BCLECBICFCCDCCEUCBDBCEBCOCBCBCCCBQCZs5Vs5VBYBmmBnBBpEjBB9EKBCOBCGBCBBr3ByBB+EVB75CfBhsVfBhCYBoyehBB", false)),
    Lt: () => new UnicodeRangeTable(decodeRanges("kOCCBCCBCClBCCtsHHBJHBJHBMQQwBAB", false)),
    Lu: () => new UnicodeRangeTable(decodeRanges("hDZB7BqBqBBWBCHBCuBCEECDOCDsBCDECBBBDCCDEEGDDECBDDDCCCDFFDEECDDECCGBBCBBCBBCOCBSCDBBCEECkBCEQCJDDBCCFICBEBCBBCCCBEEBCCBCBCEBDCCBDDIDDCBBEFBGLLBnFnFsBCCEEEBBBvBDBCdBCBBECBCWCBDBCGD1BvBBCgBCK0BCDMCBgDCyBlBBq6CqBBDCB5XFBjkCIBCvHvHERRzD0ECGGGC8CCBHBJFBLHBJHBJFBMGCJHBJNBzBBBNSSBPPBEEpL2B2Bs1CvBBCEEBGCHDDLiDCJCCFNNBkBBCGG0oesBCUaCoEMCE8BCLCCDICFFFCBBDSCMOCFCCDOCb9a9advCBi8UZBumBnBBpEjBB8EKBCOBCGBCBBk4ByBB+DVB75CfBhsVfB8BYBvyehBB", false)),
    M: () => new UnicodeRangeTable(decodeRanges("5cgBgBlgHAB", false)),
    Mn: () => new UnicodeRangeTable(decodeRanges("5cgBgBlgHAB", false)),
    Emoji: () => new UnicodeRangeTable(decodeRanges("8mJA", true)),
    Extended_Pictographic: () => new UnicodeRangeTable(decodeRanges("8mJA", true)),
    Lowercase: () => new UnicodeRangeTable(decodeRanges("hCZBmDWBCGBiBuBCEECDOCDuBCBECEBBCCCBCCBBBDDBCBBCCBEBBCBBCECBCCDCCBCCBBBCCCBEEIBBCBBCBBCOCDQCDBBCCCBBBC4BCIBBCBBDCCBCBCGCiJCCEJJHCCBBBCCCBCCBPBCIBkBJJCUCGDDCBBDyBBxBgBCK2BCBMCD+CCDlBBq6ClBBCGGzW1CB0kCHHBpBBDCBhK0ECKgDCKHBJFBLHBJHBJFBMGCJHBZHBJHBJHBJEBMEBMDBNEBMEBqJEEBHHuBPBUzZzZBYBx5BvBBxBCCBBBDGCBCBCDDJCBCgDCJCCFuqeuqeCqBCUaCoEMCE8BCLECBICFCCDCCEUCBDBCEBCOCBCBCCCBQCZs5Vs5VBYBmmBnBBpEjBB9EKBCOBCGBCBBr3ByBB+EVB75CfBhsVfBhCYBoyehBB", false)),
    Math: () => new UnicodeRangeTable(decodeRanges("ycGDCHHFMMDDDCHHFAB", false)),
    Uppercase: () => new UnicodeRangeTable(decodeRanges("hDZB7BqBqBBWBCHBCuBCEECDOCDsBCDECBBBDCCDEEGDDECBDDDCCCDFFDEECDDECCGBBCBBCBBCOCBSCDBBCEECkBCEQCJDDBCCFICBEBCBBCCCBEEBCCBCBCEBDCCBDDIDDCBBEFBGLLBnFnFsBCCEEEBBBvBDBCdBCBBECBCWCBDBCGD1BvBBCgBCK0BCDMCBgDCyBlBBq6CqBBDCB5XFBjkCIBCvHvHERRzD0ECGGGC8CCBHBJFBLHBJHBJFBMGCJHBJNBzBBBNSSBPPBEEpLiBiBBOBFsasaBYBn6BvBBCEEBGCHDDLiDCJCCFNNBkBBCGG0oesBCUaCoEMCE8BCLCCDICFFFCBBDSCMOCFCCDOCb9a9advCBi8UZBumBnBBpEjBB8EKBCOBCGBCBBk4ByBB+DVB75CfBhsVfB8BYBvyehBB", false))
  });
  static FOLD_SCRIPT = new LazyMap({
    Common: () => new UnicodeRangeTable(decodeRanges("8cgBgB", false)),
    Greek: () => new UnicodeRangeTable(decodeRanges("1FwUwU", false)),
    Inherited: () => new UnicodeRangeTable(decodeRanges("5cgBgBlgHAB", false))
  });
};
var Unicode = class Unicode2 {
  static MAX_RUNE = 1114111;
  static RUNE_ERROR = 65533;
  static isUnsearchable(r2) {
    return r2 === Unicode2.RUNE_ERROR || r2 >= Unicode2.MIN_HIGH_SURROGATE && r2 <= Unicode2.MAX_LOW_SURROGATE;
  }
  static MAX_ASCII = 127;
  static MAX_LATIN1 = 255;
  static MAX_BMP = 65535;
  static MIN_FOLD = 65;
  static MAX_FOLD = 125251;
  static MIN_HIGH_SURROGATE = 55296;
  static MAX_HIGH_SURROGATE = 56319;
  static MIN_LOW_SURROGATE = 56320;
  static MAX_LOW_SURROGATE = 57343;
  static MIN_SUPPLEMENTARY_CODE_POINT = 65536;
  static is32(ranges, r2) {
    let lo = 0;
    let hi = ranges.length;
    while (lo < hi) {
      const m = lo + Math.floor((hi - lo) / 2);
      const rlo = ranges.getLo(m);
      const rhi = ranges.getHi(m);
      if (rlo <= r2 && r2 <= rhi) {
        const stride = ranges.getStride(m);
        return (r2 - rlo) % stride === 0;
      }
      if (r2 < rlo) hi = m;
      else lo = m + 1;
    }
    return false;
  }
  static is(ranges, r2) {
    if (r2 <= Unicode2.MAX_LATIN1) {
      for (let i = 0; i < ranges.length; i++) {
        if (r2 > ranges.getHi(i)) continue;
        const rlo = ranges.getLo(i);
        if (r2 < rlo) return false;
        const stride = ranges.getStride(i);
        return (r2 - rlo) % stride === 0;
      }
      return false;
    }
    return ranges.length > 0 && r2 >= ranges.getLo(0) && Unicode2.is32(ranges, r2);
  }
  static isPrint(r2) {
    if (r2 <= Unicode2.MAX_LATIN1) return r2 >= 32 && r2 < Unicode2.MAX_ASCII || r2 >= 161 && r2 !== 173;
    return Unicode2.is(UnicodeTables.Print, r2);
  }
  static simpleFold(r2) {
    if (UnicodeTables.CASE_ORBIT.has(r2)) return UnicodeTables.CASE_ORBIT.get(r2);
    if (r2 <= Unicode2.MAX_ASCII) {
      const l = Codepoint.toLowerCase(r2);
      return l !== r2 ? l : Codepoint.toUpperCase(r2);
    }
    return r2;
  }
  static equalsIgnoreCase(r1, r2) {
    if (r1 === r2) return true;
    if (r1 < 0 || r2 < 0) return false;
    if (r1 <= Unicode2.MAX_ASCII && r2 <= Unicode2.MAX_ASCII) {
      if (65 <= r1 && r1 <= 90) r1 |= 32;
      if (65 <= r2 && r2 <= 90) r2 |= 32;
      return r1 === r2;
    }
    for (let r3 = Unicode2.simpleFold(r1); r3 !== r1; r3 = Unicode2.simpleFold(r3)) if (r3 === r2) return true;
    return false;
  }
};
var RE2JSException = class extends Error {
  /** @param {string} message */
  constructor(message) {
    super(message);
    this.name = "RE2JSException";
  }
};
var RE2JSSyntaxException = class extends RE2JSException {
  /**
  * @param {string} error
  * @param {string|null} [input=null]
  */
  constructor(error2, input = null) {
    let message = `error parsing regexp: ${error2}`;
    if (input) message += `: \`${input}\``;
    super(message);
    this.name = "RE2JSSyntaxException";
    this.message = message;
    this.error = error2;
    this.input = input;
  }
  /**
  * Retrieves the description of the error.
  * @returns {string}
  */
  getDescription() {
    return this.error;
  }
  /**
  * Retrieves the erroneous regular-expression pattern.
  * @returns {string|null}
  */
  getPattern() {
    return this.input;
  }
};
var RE2JSCompileException = class extends RE2JSException {
  /** @param {string} message */
  constructor(message) {
    super(message);
    this.name = "RE2JSCompileException";
  }
};
var RE2JSGroupException = class extends RE2JSException {
  /** @param {string} message */
  constructor(message) {
    super(message);
    this.name = "RE2JSGroupException";
  }
};
var RE2JSFlagsException = class extends RE2JSException {
  /** @param {string} message */
  constructor(message) {
    super(message);
    this.name = "RE2JSFlagsException";
  }
};
var RE2JSInternalException = class extends RE2JSException {
  /** @param {string} message */
  constructor(message) {
    super(message);
    this.name = "RE2JSInternalException";
  }
};
var FAST_PATH_TABLE_SIZE = 256;
var WORD_RUNE_TABLE = new Uint8Array(FAST_PATH_TABLE_SIZE);
for (let i = 0; i < FAST_PATH_TABLE_SIZE; i++) WORD_RUNE_TABLE[i] = 97 <= i && i <= 122 || 65 <= i && i <= 90 || 48 <= i && i <= 57 || i === 95 ? 1 : 0;
var cachedNativeEncoder = null;
var cachedNativeDecoder = null;
var Utils = class Utils2 {
  static METACHARACTERS = "\\.+*?()|[]{}^$";
  static EMPTY_BEGIN_LINE = 1;
  static EMPTY_END_LINE = 2;
  static EMPTY_BEGIN_TEXT = 4;
  static EMPTY_END_TEXT = 8;
  static EMPTY_WORD_BOUNDARY = 16;
  static EMPTY_NO_WORD_BOUNDARY = 32;
  static EMPTY_ALL = -1;
  static emptyInts() {
    return [];
  }
  static isString(value) {
    return typeof value === "string" || Object.prototype.toString.call(value) === "[object String]";
  }
  static typeName(value) {
    if (value === null || typeof value !== "object" && typeof value !== "function") return value === null ? "null" : typeof value;
    return Object.prototype.toString.call(value).slice(8, -1);
  }
  static checkPattern(pattern) {
    if (!Utils2.isString(pattern)) throw new TypeError(`The pattern must be a string, not ${Utils2.typeName(pattern)} (RE2JS.translateRegExp() converts a RegExp)`);
  }
  static checkInput(input) {
    if (!Utils2.isString(input) && !Utils2.isByteArray(input)) throw new TypeError(`The input must be a string or a byte array (Uint8Array or number[]), not ${Utils2.typeName(input)}`);
  }
  static checkFlags(flags) {
    const known3 = PublicFlags.MULTILINE | PublicFlags.DOTALL | PublicFlags.CASE_INSENSITIVE | PublicFlags.DISABLE_UNICODE_GROUPS | PublicFlags.LONGEST_MATCH | PublicFlags.LOOKBEHINDS;
    if (!Number.isInteger(flags) || (flags & ~known3) !== 0) throw new RE2JSFlagsException("Flags should only be a combination of MULTILINE, DOTALL, CASE_INSENSITIVE, DISABLE_UNICODE_GROUPS, LONGEST_MATCH, LOOKBEHINDS");
  }
  static isByteArray(input) {
    return Array.isArray(input) || Object.prototype.toString.call(input) === "[object Uint8Array]";
  }
  static isalnum(c) {
    return Codepoint.CODES["0"] <= c && c <= Codepoint.CODES["9"] || Codepoint.CODES["a"] <= c && c <= Codepoint.CODES["z"] || Codepoint.CODES["A"] <= c && c <= Codepoint.CODES["Z"];
  }
  static unhex(c) {
    if (Codepoint.CODES["0"] <= c && c <= Codepoint.CODES["9"]) return c - Codepoint.CODES["0"];
    if (Codepoint.CODES["a"] <= c && c <= Codepoint.CODES["f"]) return c - Codepoint.CODES["a"] + 10;
    if (Codepoint.CODES["A"] <= c && c <= Codepoint.CODES["F"]) return c - Codepoint.CODES["A"] + 10;
    return -1;
  }
  static escapeRune(rune) {
    let out = "";
    if (Unicode.isPrint(rune)) {
      if (Utils2.METACHARACTERS.indexOf(String.fromCodePoint(rune)) >= 0) out += "\\";
      out += String.fromCodePoint(rune);
    } else switch (rune) {
      case Codepoint.CODES['"']:
        out += '\\"';
        break;
      case Codepoint.CODES["\\"]:
        out += "\\\\";
        break;
      case Codepoint.CODES["	"]:
        out += "\\t";
        break;
      case Codepoint.CODES["\n"]:
        out += "\\n";
        break;
      case Codepoint.CODES["\r"]:
        out += "\\r";
        break;
      case Codepoint.CODES["\b"]:
        out += "\\b";
        break;
      case Codepoint.CODES["\f"]:
        out += "\\f";
        break;
      default: {
        let s = rune.toString(16);
        if (rune < 256) {
          out += "\\x";
          if (s.length === 1) out += "0";
          out += s;
        } else out += `\\x{${s}}`;
        break;
      }
    }
    return out;
  }
  static stringToRunes(str) {
    const string = String(str);
    const runes = [];
    let i = 0;
    while (i < string.length) {
      const cp = string.codePointAt(i);
      runes.push(cp);
      i += cp > Unicode.MAX_BMP ? 2 : 1;
    }
    return new Int32Array(runes);
  }
  static runeToString(r2) {
    return String.fromCodePoint(r2);
  }
  static isWordRune(r2) {
    return r2 < FAST_PATH_TABLE_SIZE ? WORD_RUNE_TABLE[r2] === 1 : false;
  }
  static emptyOpContext(r1, r2) {
    let op = 0;
    if (r1 < 0) op |= Utils2.EMPTY_BEGIN_TEXT | Utils2.EMPTY_BEGIN_LINE;
    if (r1 === 10) op |= Utils2.EMPTY_BEGIN_LINE;
    if (r2 < 0) op |= Utils2.EMPTY_END_TEXT | Utils2.EMPTY_END_LINE;
    if (r2 === 10) op |= Utils2.EMPTY_END_LINE;
    if (Utils2.isWordRune(r1) !== Utils2.isWordRune(r2)) op |= Utils2.EMPTY_WORD_BOUNDARY;
    else op |= Utils2.EMPTY_NO_WORD_BOUNDARY;
    return op;
  }
  /**
  * Returns a string that quotes all regular expression metacharacters inside the argument text;
  * the returned string is a regular expression matching the literal text. For example,
  * {@code quoteMeta("[foo]").equals("\\[foo\\]")}.
  * @param {string} str
  * @returns {string}
  */
  static quoteMeta(str) {
    return str.split("").map((s) => {
      if (Utils2.METACHARACTERS.indexOf(s) >= 0) return `\\${s}`;
      return s;
    }).join("");
  }
  static charCount(codePoint) {
    return codePoint > Unicode.MAX_BMP ? 2 : 1;
  }
  /**
  * High-speed conversion from TypedArrays to standard JS Arrays.
  * Bypasses the expensive Symbol.iterator overhead of Array.from()
  */
  static toArray(typedArray) {
    const len = typedArray.length;
    const res = new Array(len);
    for (let i = 0; i < len; i++) res[i] = typedArray[i];
    return res;
  }
  static stringToUtf8ByteArray(str) {
    if (globalThis.TextEncoder) {
      if (!cachedNativeEncoder) cachedNativeEncoder = new TextEncoder();
      return cachedNativeEncoder.encode(str);
    } else {
      let out = [], p = 0;
      for (let i = 0; i < str.length; i++) {
        let c = str.charCodeAt(i);
        if (c < 128) out[p++] = c;
        else if (c < 2048) {
          out[p++] = c >> 6 | 192;
          out[p++] = c & 63 | 128;
        } else if ((c & 64512) === Unicode.MIN_HIGH_SURROGATE && i + 1 < str.length && (str.charCodeAt(i + 1) & 64512) === Unicode.MIN_LOW_SURROGATE) {
          c = Unicode.MIN_SUPPLEMENTARY_CODE_POINT + ((c & 1023) << 10) + (str.charCodeAt(++i) & 1023);
          out[p++] = c >> 18 | 240;
          out[p++] = c >> 12 & 63 | 128;
          out[p++] = c >> 6 & 63 | 128;
          out[p++] = c & 63 | 128;
        } else {
          out[p++] = c >> 12 | 224;
          out[p++] = c >> 6 & 63 | 128;
          out[p++] = c & 63 | 128;
        }
      }
      return out;
    }
  }
  static utf8ByteArrayToString(bytes) {
    if (globalThis.TextDecoder) {
      if (!cachedNativeDecoder) cachedNativeDecoder = new TextDecoder("utf-8");
      const view = bytes instanceof Uint8Array ? bytes : new Uint8Array(bytes);
      return cachedNativeDecoder.decode(view);
    } else {
      let out = [], pos = 0, c = 0;
      while (pos < bytes.length) {
        let c1 = bytes[pos++];
        if (c1 < 128) out[c++] = String.fromCharCode(c1);
        else if (c1 > 191 && c1 < 224) {
          let c2 = bytes[pos++];
          out[c++] = String.fromCharCode((c1 & 31) << 6 | c2 & 63);
        } else if (c1 > 239 && c1 < 365) {
          let c2 = bytes[pos++];
          let c3 = bytes[pos++];
          let c4 = bytes[pos++];
          let u = ((c1 & 7) << 18 | (c2 & 63) << 12 | (c3 & 63) << 6 | c4 & 63) - Unicode.MIN_SUPPLEMENTARY_CODE_POINT;
          out[c++] = String.fromCharCode(Unicode.MIN_HIGH_SURROGATE + (u >> 10));
          out[c++] = String.fromCharCode(Unicode.MIN_LOW_SURROGATE + (u & 1023));
        } else {
          let c2 = bytes[pos++];
          let c3 = bytes[pos++];
          out[c++] = String.fromCharCode((c1 & 15) << 12 | (c2 & 63) << 6 | c3 & 63);
        }
      }
      return out.join("");
    }
  }
};
var createEnum = (values = [], initNum = 0) => {
  const enumObject = /* @__PURE__ */ Object.create(null);
  for (let i = 0; i < values.length; i++) {
    const val = values[i];
    const keyVal = initNum + i;
    enumObject[val] = keyVal;
    enumObject[keyVal] = val;
  }
  return Object.freeze(enumObject);
};
var MatcherInputBase = class MatcherInputBase2 {
  static Encoding = createEnum(["UTF_16", "UTF_8"]);
  getEncoding() {
    throw Error("not implemented");
  }
  /** @returns {string} */
  asCharSequence() {
    throw Error("not implemented");
  }
  /** @returns {Uint8Array|number[]|null} */
  asBytes() {
    throw Error("not implemented");
  }
  /** @returns {number} */
  length() {
    throw Error("not implemented");
  }
  /**
  *
  * @returns {boolean}
  */
  isUTF8Encoding() {
    return this.getEncoding() === MatcherInputBase2.Encoding.UTF_8;
  }
  /**
  *
  * @returns {boolean}
  */
  isUTF16Encoding() {
    return this.getEncoding() === MatcherInputBase2.Encoding.UTF_16;
  }
};
var Utf8MatcherInput = class extends MatcherInputBase {
  /** @param {Uint8Array|number[]|null} bytes */
  constructor(bytes = null) {
    super();
    this.bytes = bytes;
  }
  getEncoding() {
    return MatcherInputBase.Encoding.UTF_8;
  }
  /**
  *
  * @returns {string}
  */
  asCharSequence() {
    return Utils.utf8ByteArrayToString(this.bytes);
  }
  /**
  *
  * @returns {Uint8Array|number[]|null}
  */
  asBytes() {
    return this.bytes;
  }
  /**
  *
  * @returns {number}
  */
  length() {
    return this.bytes.length;
  }
};
var Utf16MatcherInput = class extends MatcherInputBase {
  /** @param {string|null} charSequence */
  constructor(charSequence = null) {
    super();
    this.charSequence = charSequence;
  }
  getEncoding() {
    return MatcherInputBase.Encoding.UTF_16;
  }
  /**
  *
  * @returns {string}
  */
  asCharSequence() {
    return this.charSequence;
  }
  /**
  *
  * @returns {number[]}
  */
  asBytes() {
    return Utils.stringToUtf8ByteArray(this.charSequence.toString());
  }
  /**
  *
  * @returns {number}
  */
  length() {
    return this.charSequence.length;
  }
};
var MatcherInput = class {
  /**
  * Return the MatcherInput for UTF_16 encoding.
  * @returns {Utf16MatcherInput}
  */
  static utf16(charSequence) {
    Utils.checkInput(charSequence);
    return new Utf16MatcherInput(charSequence);
  }
  /**
  * Return the MatcherInput for UTF_8 encoding.
  * @returns {Utf8MatcherInput}
  */
  static utf8(input) {
    if (Utils.isByteArray(input)) return new Utf8MatcherInput(input);
    return new Utf8MatcherInput(Utils.stringToUtf8ByteArray(input));
  }
};
var MachineInputBase = class {
  static EOF() {
    return -8;
  }
  constructor() {
    this.start = 0;
    this.end = 0;
  }
  canCheckPrefix() {
    return true;
  }
  endPos() {
    return this.end - this.start;
  }
  hasString() {
    return false;
  }
  hasAnyString() {
    return false;
  }
  prefixLength() {
    return 0;
  }
};
var MachineUTF8Input = class MachineUTF8Input2 extends MachineInputBase {
  static RUNE_ERROR_STEP = Unicode.RUNE_ERROR << 3 | 1;
  constructor(bytes, start = 0, end = bytes.length) {
    super();
    this.bytes = bytes;
    this.start = start;
    this.end = end;
  }
  hasString(prefilter, pos) {
    const target = prefilter.bytes;
    if (target.length === 0) return true;
    const idx = this.indexOf(this.bytes, target, this.start + pos);
    return idx !== -1 && idx <= this.end - target.length;
  }
  hasAnyString(prefilter, pos) {
    return prefilter.automaton8().searchUTF8(this.bytes, this.start + pos, this.end);
  }
  step(pos) {
    pos += this.start;
    if (pos >= this.end) return MachineInputBase.EOF();
    const c = this.bytes[pos] & 255;
    if (c < 128) return c << 3 | 1;
    let size;
    let rune;
    let lo = 128;
    let hi = 191;
    if (c >= 194 && c <= 223) {
      size = 2;
      rune = c & 31;
    } else if (c >= 224 && c <= 239) {
      size = 3;
      rune = c & 15;
      if (c === 224) lo = 160;
      else if (c === 237) hi = 159;
    } else if (c >= 240 && c <= 244) {
      size = 4;
      rune = c & 7;
      if (c === 240) lo = 144;
      else if (c === 244) hi = 143;
    } else return MachineUTF8Input2.RUNE_ERROR_STEP;
    if (pos + size > this.end) return MachineUTF8Input2.RUNE_ERROR_STEP;
    const c1 = this.bytes[pos + 1] & 255;
    if (c1 < lo || c1 > hi) return MachineUTF8Input2.RUNE_ERROR_STEP;
    rune = rune << 6 | c1 & 63;
    if (size > 2) {
      const c2 = this.bytes[pos + 2] & 255;
      if ((c2 & 192) !== 128) return MachineUTF8Input2.RUNE_ERROR_STEP;
      rune = rune << 6 | c2 & 63;
      if (size > 3) {
        const c3 = this.bytes[pos + 3] & 255;
        if ((c3 & 192) !== 128) return MachineUTF8Input2.RUNE_ERROR_STEP;
        rune = rune << 6 | c3 & 63;
      }
    }
    return rune << 3 | size;
  }
  index(re2, pos) {
    pos += this.start;
    const i = this.indexOf(this.bytes, re2.prefixUTF8, pos);
    return i < 0 ? i : i - pos;
  }
  context(pos) {
    pos += this.start;
    let r1 = -1;
    if (pos > this.start && pos <= this.end) {
      let start = pos - 1;
      r1 = this.bytes[start--];
      if (r1 >= 128) {
        let lim = pos - 4;
        if (lim < this.start) lim = this.start;
        while (start >= lim && (this.bytes[start] & 192) === 128) start--;
        if (start < this.start) start = this.start;
        const r3 = this.step(start - this.start);
        r1 = start + (r3 & 7) === pos ? r3 >> 3 : Unicode.RUNE_ERROR;
      }
    }
    const r2 = pos < this.end ? this.step(pos - this.start) >> 3 : -1;
    return Utils.emptyOpContext(r1, r2);
  }
  indexOf(source, target, fromIndex = 0) {
    let targetLength = target.length;
    if (targetLength === 0) return fromIndex <= this.end ? fromIndex : -1;
    const firstByte = target[0];
    let limit2 = this.end - targetLength;
    const hasNativeIndexOf = typeof source.indexOf === "function";
    let i = fromIndex;
    while (i <= limit2) {
      if (hasNativeIndexOf) {
        i = source.indexOf(firstByte, i);
        if (i === -1 || i > limit2) return -1;
      } else {
        while (i <= limit2 && source[i] !== firstByte) i++;
        if (i > limit2) return -1;
      }
      let match = true;
      for (let j = 1; j < targetLength; j++) if (source[i + j] !== target[j]) {
        match = false;
        break;
      }
      if (match) return i;
      i++;
    }
    return -1;
  }
  prefixLength(re2) {
    return re2.prefixUTF8.length;
  }
};
var MachineUTF16Input = class extends MachineInputBase {
  constructor(charSequence, start = 0, end = charSequence.length) {
    super();
    this.charSequence = charSequence;
    this.start = start;
    this.end = end;
  }
  hasString(prefilter, pos) {
    const idx = this.charSequence.indexOf(prefilter.str, this.start + pos);
    return idx !== -1 && idx <= this.end - prefilter.str.length;
  }
  hasAnyString(prefilter, pos) {
    return prefilter.automaton16().searchUTF16(this.charSequence, this.start + pos, this.end);
  }
  step(pos) {
    pos += this.start;
    if (pos >= this.end) return MachineInputBase.EOF();
    const c1 = this.charSequence.charCodeAt(pos);
    if (c1 < Unicode.MIN_HIGH_SURROGATE || c1 > Unicode.MAX_HIGH_SURROGATE || pos + 1 >= this.end) return c1 << 3 | 1;
    const c2 = this.charSequence.charCodeAt(pos + 1);
    if (c2 >= Unicode.MIN_LOW_SURROGATE && c2 <= Unicode.MAX_LOW_SURROGATE) return (c1 - Unicode.MIN_HIGH_SURROGATE) * 1024 + (c2 - Unicode.MIN_LOW_SURROGATE) + Unicode.MIN_SUPPLEMENTARY_CODE_POINT << 3 | 2;
    return c1 << 3 | 1;
  }
  index(re2, pos) {
    pos += this.start;
    const i = this.charSequence.indexOf(re2.prefix, pos);
    if (i < 0 || i > this.end - re2.prefix.length) return -1;
    return i - pos;
  }
  context(pos) {
    pos += this.start;
    const r1 = pos > this.start && pos <= this.end ? this.charSequence.charCodeAt(pos - 1) : -1;
    const r2 = pos < this.end ? this.charSequence.charCodeAt(pos) : -1;
    return Utils.emptyOpContext(r1, r2);
  }
  prefixLength(re2) {
    return re2.prefix.length;
  }
};
var MachineInput = class {
  static fromUTF8(bytes, start = 0, end = bytes.length) {
    return new MachineUTF8Input(bytes, start, end);
  }
  static fromUTF16(charSequence, start = 0, end = void 0) {
    Utils.checkInput(charSequence);
    return new MachineUTF16Input(charSequence, start, end ?? charSequence.length);
  }
};
var Matcher = class Matcher2 {
  /**
  * V8 and WebKit have historical hard limits on the number of arguments
  * that can be passed to a function. We cap replacer arguments to prevent
  * Call Stack Overflow (DoS) vulnerabilities on massive ASTs.
  */
  static MAX_REPLACER_ARGS = 65535;
  /**
  * Quotes '\' and '$' in {@code s}, so that the returned string could be used in
  * {@link #appendReplacement} as a literal replacement of {@code s}.
  *
  * @param {string} str the string to be quoted
  * @param {boolean} [javaMode=false] whether the replacement will be used in javaMode
  * @returns {string} the quoted string
  */
  static quoteReplacement(str, javaMode = false) {
    if (javaMode) {
      if (str.indexOf("\\") < 0 && str.indexOf("$") < 0) return str;
      return str.split("").map((s) => {
        const c = s.codePointAt(0);
        if (c === Codepoint.CODES["\\"] || c === Codepoint.CODES["$"]) return `\\${s}`;
        return s;
      }).join("");
    }
    if (str.indexOf("$") < 0) return str;
    return str.split("").map((s) => {
      if (s.codePointAt(0) === Codepoint.CODES["$"]) return "$$";
      return s;
    }).join("");
  }
  /**
  *
  * @param {import('./index.js').RE2JS} pattern
  * @param {string|number[]|Uint8Array|MatcherInputBase} input
  */
  constructor(pattern, input) {
    if (pattern === null) throw new Error("pattern is null");
    this.patternInput = pattern;
    const re2 = this.patternInput.re2();
    this.patternGroupCount = re2.numberOfCapturingGroups();
    this.groups = [];
    this.namedGroups = re2.namedGroups;
    this.hasNamedGroups = Object.keys(this.namedGroups).length > 0;
    this.numberOfInstructions = re2.numberOfInstructions();
    this.lookbehindState = null;
    if (input instanceof MatcherInputBase) this.resetMatcherInput(input);
    else if (Utils.isByteArray(input)) this.resetMatcherInput(MatcherInput.utf8(input));
    else this.resetMatcherInput(MatcherInput.utf16(input));
  }
  /**
  * Returns the {@code RE2JS} associated with this {@code Matcher}.
  * @returns {import('./index.js').RE2JS}
  */
  pattern() {
    return this.patternInput;
  }
  /**
  * Resets the {@code Matcher}, rewinding input and discarding any match information.
  *
  * @returns {Matcher} the {@code Matcher} itself, for chained method calls
  */
  reset() {
    this.matcherInputLength = this.matcherInput.length();
    this.appendPos = 0;
    this.hasMatch = false;
    this.hasGroups = false;
    this.anchorFlag = 0;
    return this;
  }
  /**
  * Resets the {@code Matcher} and changes the input.
  * @param {string|number[]|Uint8Array|MatcherInputBase} input
  * @returns {Matcher} the {@code Matcher} itself, for chained method calls
  */
  resetMatcherInput(input) {
    if (input === null) throw new Error("input is null");
    if (!(input instanceof MatcherInputBase)) {
      if (Utils.isByteArray(input)) input = MatcherInput.utf8(input);
      else input = MatcherInput.utf16(input);
    }
    this.matcherInput = input;
    if (this.lookbehindState !== null) this.lookbehindState.reset();
    else this.lookbehindState = this.patternInput.re2().createLookbehindState();
    this.reset();
    return this;
  }
  /**
  * Returns the start of the named group of the most recent match, or -1 if the group was not
  * matched.
  * @param {string|number} [group=0]
  * @returns {number}
  */
  start(group = 0) {
    if (typeof group === "string") {
      const groupInt = this.namedGroups[group];
      if (!Number.isFinite(groupInt)) throw new RE2JSGroupException(`group '${group}' not found`);
      group = groupInt;
    }
    this.loadGroup(group);
    return this.groups[2 * group];
  }
  /**
  * Returns the end of the named group of the most recent match, or -1 if the group was not
  * matched.
  * @param {string|number} [group=0]
  * @returns {number}
  */
  end(group = 0) {
    if (typeof group === "string") {
      const groupInt = this.namedGroups[group];
      if (!Number.isFinite(groupInt)) throw new RE2JSGroupException(`group '${group}' not found`);
      group = groupInt;
    }
    this.loadGroup(group);
    return this.groups[2 * group + 1];
  }
  /**
  * Returns the program size of this pattern.
  *
  * <p>
  * Similar to the C++ implementation, the program size is a very approximate measure of a regexp's
  * "cost". Larger numbers are more expensive than smaller numbers.
  * </p>
  *
  * @returns {number} the program size of this pattern
  */
  programSize() {
    return this.numberOfInstructions;
  }
  /**
  * Returns the named group of the most recent match, or {@code null} if the group was not matched.
  * @param {string|number} [group=0]
  * @returns {string|null}
  */
  group(group = 0) {
    if (typeof group === "string") {
      const groupInt = this.namedGroups[group];
      if (!Number.isFinite(groupInt)) throw new RE2JSGroupException(`group '${group}' not found`);
      group = groupInt;
    }
    const start = this.start(group);
    const end = this.end(group);
    if (start < 0 && end < 0) return null;
    return this.substring(start, end);
  }
  /**
  * Returns a dictionary map of all named capturing groups and their matched values.
  * If a group was not matched, its value will be `null`.
  * @returns {Record<string, string|null>}
  */
  getNamedGroups() {
    if (!this.hasMatch) throw new RE2JSGroupException("perhaps no match attempted");
    const result = /* @__PURE__ */ Object.create(null);
    for (const name of Object.keys(this.namedGroups)) result[name] = this.group(name);
    return result;
  }
  /**
  * Returns the number of subgroups in this pattern.
  *
  * @returns {number} the number of subgroups; the overall match (group 0) does not count
  */
  groupCount() {
    return this.patternGroupCount;
  }
  /**
  * Helper: finds subgroup information if needed for group.
  * @param {number} group
  * @private
  */
  loadGroup(group) {
    if (!Number.isInteger(group) || group < 0 || group > this.patternGroupCount) throw new RE2JSGroupException(`Group index out of bounds: ${group}`);
    if (!this.hasMatch) throw new RE2JSGroupException("perhaps no match attempted");
    if (group === 0 || this.hasGroups) return;
    const end = this.matcherInputLength;
    const res = this.patternInput.re2().matchMachineInput(this.matcherInput, this.groups[0], end, this.anchorFlag, 1 + this.patternGroupCount, this.lookbehindState);
    if (!res[0]) throw new RE2JSGroupException("inconsistency in matching group data");
    this.groups = res[1];
    this.hasGroups = true;
  }
  /**
  * Matches the entire input against the pattern (anchored start and end). If there is a match,
  * {@code matches} sets the match state to describe it.
  *
  * @returns {boolean} true if the entire input matches the pattern
  */
  matches() {
    return this.genMatch(0, RE2Flags.ANCHOR_BOTH);
  }
  /**
  * Matches the beginning of input against the pattern (anchored start). If there is a match,
  * {@code lookingAt} sets the match state to describe it.
  *
  * @returns {boolean} true if the beginning of the input matches the pattern
  */
  lookingAt() {
    return this.genMatch(0, RE2Flags.ANCHOR_START);
  }
  /**
  * Matches the input against the pattern (unanchored), starting at a specified position. If there
  * is a match, {@code find} sets the match state to describe it.
  *
  * @param {number|null} [start=null] the input position where the search begins
  * @returns {boolean} if it finds a match
  * @throws IndexOutOfBoundsException if start is not a valid input position
  */
  find(start = null) {
    if (start !== null) {
      if (!Number.isInteger(start) || start < 0 || start > this.matcherInputLength) throw new RE2JSGroupException(`start index out of bounds: ${start}`);
      this.reset();
      return this.genMatch(start, 0);
    }
    start = 0;
    if (this.hasMatch) {
      start = this.groups[1];
      if (this.groups[0] === this.groups[1]) {
        const r2 = (this.matcherInput.isUTF16Encoding() ? MachineInput.fromUTF16(this.matcherInput.asCharSequence(), 0, this.matcherInputLength) : MachineInput.fromUTF8(this.matcherInput.asBytes(), 0, this.matcherInputLength)).step(start);
        if (r2 < 0) start++;
        else start += r2 & 7;
      }
    }
    return this.genMatch(start, RE2Flags.UNANCHORED);
  }
  /**
  * Helper: does match starting at start, with RE2 anchor flag.
  * @param {number} startByte
  * @param {number} anchor
  * @returns {boolean}
  * @private
  */
  genMatch(startByte, anchor) {
    const res = this.patternInput.re2().matchMachineInput(this.matcherInput, startByte, this.matcherInputLength, anchor, 1, this.lookbehindState);
    if (!res[0]) {
      this.hasMatch = false;
      return false;
    }
    this.groups = res[1];
    this.hasMatch = true;
    this.hasGroups = this.patternGroupCount === 0;
    this.anchorFlag = anchor;
    return true;
  }
  /**
  * Helper: return substring for [start, end).
  * @param {number} start
  * @param {number} end
  * @returns {string}
  */
  substring(start, end) {
    if (this.matcherInput.isUTF8Encoding()) return Utils.utf8ByteArrayToString(this.matcherInput.asBytes().slice(start, end));
    return this.matcherInput.asCharSequence().substring(start, end).toString();
  }
  /**
  * Helper for Pattern: return input length.
  * @returns {number}
  */
  inputLength() {
    return this.matcherInputLength;
  }
  /**
  * Appends to result two strings: the text from the append position up to the beginning of the
  * most recent match, and then the replacement with submatch groups substituted for references to
  * them. It advances the append position to where the most recent match ended.
  *
  * By default the replacement is expanded as by String.prototype.replace (see
  * appendReplacementInternalJs). In Java mode it follows re2j / java.util.regex: $n takes as
  * many digits as still form a valid group number, ${name} is a named group, and a backslash
  * escapes the next character (so "\\$" in a JS string literal inserts a literal $).
  *
  * @param {string} replacement the replacement string
  * @param {boolean} [javaMode=false] activate java mode (different behaviour for capture groups and special characters)
  * @returns {string}
  * @throws IllegalStateException if there was no most recent match
  * @throws IndexOutOfBoundsException in Java mode, if replacement refers to an invalid group
  * @private
  */
  appendReplacement(replacement, javaMode = false) {
    let res = "";
    const s = this.start();
    const e = this.end();
    if (this.appendPos < s) res += this.substring(this.appendPos, s);
    this.appendPos = e;
    res += javaMode ? this.appendReplacementInternalJava(replacement) : this.appendReplacementInternalJs(replacement);
    return res;
  }
  /**
  * @param {string} replacement - the replacement string
  * @returns {string}
  * @private
  */
  appendReplacementInternalJava(replacement) {
    let res = "";
    let last2 = 0;
    const m = replacement.length;
    let i = 0;
    while (i < m) {
      const cCode = replacement.codePointAt(i);
      if (cCode === Codepoint.CODES["\\"]) {
        if (last2 < i) res += replacement.substring(last2, i);
        i++;
        if (i >= m) throw new RE2JSGroupException("character to be escaped is missing");
        last2 = i;
        i++;
        continue;
      }
      if (cCode === Codepoint.CODES["$"]) {
        if (last2 < i) res += replacement.substring(last2, i);
        if (i + 1 >= m) throw new RE2JSGroupException("Illegal group reference: group index is missing");
        const nextCode = replacement.codePointAt(i + 1);
        if (Codepoint.CODES["0"] <= nextCode && nextCode <= Codepoint.CODES["9"]) {
          let n = nextCode - Codepoint.CODES["0"];
          let j = i + 2;
          for (; j < m; j++) {
            const digit = replacement.codePointAt(j);
            if (digit < Codepoint.CODES["0"] || digit > Codepoint.CODES["9"] || n * 10 + digit - Codepoint.CODES["0"] > this.patternGroupCount) break;
            n = n * 10 + digit - Codepoint.CODES["0"];
          }
          if (n > this.patternGroupCount) throw new RE2JSGroupException(`n > number of groups: ${n}`);
          const group = this.group(n);
          if (group !== null) res += group;
          i = j;
          last2 = i;
        } else if (nextCode === Codepoint.CODES["{"]) {
          let j = i + 2;
          while (j < m && replacement.codePointAt(j) !== Codepoint.CODES["}"]) j++;
          if (j >= m) throw new RE2JSGroupException("named capture group is missing trailing '}'");
          const groupName = replacement.substring(i + 2, j);
          const groupVal = this.group(groupName);
          if (groupVal !== null) res += groupVal;
          i = j + 1;
          last2 = i;
        } else throw new RE2JSGroupException("Illegal group reference");
        continue;
      }
      i++;
    }
    if (last2 < m) res += replacement.substring(last2, m);
    return res;
  }
  /**
  * Expands |replacement| for the current match by the rules of String.prototype.replace
  * (ECMAScript GetSubstitution): $$ is "$", $& the match, $` the text before it, $' the text
  * after it, $n and $nn a group (two digits only when they form a valid group number, so with
  * one group "$10" is group 1 then "0"; an unmatched group is empty), and $<name> a named group
  * (empty when no such group), only when the pattern has named groups. Anything else, such as
  * "$0" or "$<" without a closing ">", is kept as is.
  * @param {string} replacement - the replacement string
  * @returns {string}
  * @private
  */
  appendReplacementInternalJs(replacement) {
    const isDigit3 = (c) => c >= 48 && c <= 57;
    const groupCount = this.patternGroupCount;
    let res = "";
    let i = 0;
    while (i < replacement.length) {
      const dollar = replacement.indexOf("$", i);
      if (dollar < 0) break;
      res += replacement.substring(i, dollar);
      i = dollar;
      const c = replacement.charCodeAt(i + 1);
      if (c === Codepoint.CODES["$"]) {
        res += "$";
        i += 2;
      } else if (c === Codepoint.CODES["&"]) {
        res += this.group(0);
        i += 2;
      } else if (c === Codepoint.CODES["`"]) {
        res += this.substring(0, this.start(0));
        i += 2;
      } else if (c === Codepoint.CODES["'"]) {
        res += this.substring(this.end(0), this.matcherInputLength);
        i += 2;
      } else if (isDigit3(c)) {
        let digits = 1;
        let index = c - 48;
        const c2 = replacement.charCodeAt(i + 2);
        if (isDigit3(c2) && index * 10 + c2 - 48 <= groupCount) {
          digits = 2;
          index = index * 10 + c2 - 48;
        }
        if (index >= 1 && index <= groupCount) {
          const group = this.group(index);
          if (group !== null) res += group;
        } else res += replacement.substring(i, i + 1 + digits);
        i += 1 + digits;
      } else if (c === Codepoint.CODES["<"] && this.hasNamedGroups) {
        const gt = replacement.indexOf(">", i + 2);
        if (gt < 0) {
          res += "$<";
          i += 2;
        } else {
          const name = replacement.substring(i + 2, gt);
          if (Object.hasOwn(this.namedGroups, name)) {
            const group = this.group(name);
            if (group !== null) res += group;
          }
          i = gt + 1;
        }
      } else {
        res += "$";
        i += 1;
      }
    }
    return res + replacement.substring(i);
  }
  /**
  * Return the substring of the input from the append position to the end of the
  * input.
  * @returns {string}
  */
  appendTail() {
    return this.substring(this.appendPos, this.matcherInputLength);
  }
  /**
  * Returns the input with all matches replaced by {@code replacement}, interpreted as for
  * {@code appendReplacement}.
  *
  * @param {string|((...args: any[]) => string)} replacement - the replacement string or a replacer function
  * @param {boolean} [javaMode=false] - activate java mode (different behaviour for capture groups and special characters)
  * @returns {string} the input string with the matches replaced
  * @throws IndexOutOfBoundsException if replacement refers to an invalid group and javaMode is true
  */
  replaceAll(replacement, javaMode = false) {
    return this.replace(replacement, true, javaMode);
  }
  /**
  * Returns the input with the first match replaced by {@code replacement}, interpreted as for
  * {@code appendReplacement}.
  *
  * @param {string|((...args: any[]) => string)} replacement - the replacement string or a replacer function
  * @param {boolean} [javaMode=false] - activate java mode (different behaviour for capture groups and special characters)
  * @returns {string} the input string with the first match replaced
  * @throws IndexOutOfBoundsException if replacement refers to an invalid group and javaMode is true
  */
  replaceFirst(replacement, javaMode = false) {
    return this.replace(replacement, false, javaMode);
  }
  /**
  * Helper: replaceAll/replaceFirst hybrid.
  * @param {string|((...args: any[]) => string)} replacement - the replacement string or a replacer function
  * @param {boolean} [all=true] - replace all matches
  * @param {boolean} [javaMode=false] - activate java mode (different behaviour for capture groups and special characters)
  * @returns {string}
  * @private
  */
  replace(replacement, all2 = true, javaMode = false) {
    let res = "";
    this.reset();
    const isFunc = typeof replacement === "function";
    let originalInput = null;
    if (isFunc) {
      if (this.groupCount() >= Matcher2.MAX_REPLACER_ARGS) throw new RE2JSGroupException("Too many capture groups to safely invoke replacer function");
      originalInput = this.matcherInput.isUTF8Encoding() ? this.matcherInput.asBytes() : this.matcherInput.asCharSequence();
    }
    while (this.find()) {
      res += isFunc ? this.appendReplacementFunc(replacement, originalInput) : this.appendReplacement(replacement, javaMode);
      if (!all2) break;
    }
    res += this.appendTail();
    return res;
  }
  /**
  * Evaluates a replacer function for the current match and appends the result,
  * along with any un-matched preceding text, advancing the append position.
  * @param {Function} replacer - the replacer function
  * @param {string|Uint8Array|number[]} originalInput - the cached original input reference
  * @returns {string} the evaluated string to append
  * @private
  */
  appendReplacementFunc(replacer, originalInput) {
    let res = "";
    const s = this.start();
    const e = this.end();
    if (this.appendPos < s) res += this.substring(this.appendPos, s);
    this.appendPos = e;
    const args = this.matchArray();
    args.push(s, originalInput);
    if (this.hasNamedGroups) args.push(this.namedGroupsObject());
    res += String(replacer(...args));
    return res;
  }
  /**
  * The match and its groups, as the elements of a JS RegExpExecArray: undefined for a group that
  * did not take part in the match. Used by exec(), matchAll() and replacer functions.
  * @returns {Array<string|undefined>}
  * @private
  */
  matchArray() {
    const result = [this.group(0)];
    for (let i = 1; i <= this.patternGroupCount; i++) {
      const group = this.group(i);
      result.push(group === null ? void 0 : group);
    }
    return result;
  }
  /**
  * The named groups, as the groups property of a JS RegExpExecArray: an object without a
  * prototype mapping each name to its group (undefined when it did not take part in the match),
  * or undefined when the pattern has no named groups.
  * @returns {Record<string, string|undefined>|undefined}
  * @private
  */
  namedGroupsObject() {
    if (!this.hasNamedGroups) return;
    const result = this.getNamedGroups();
    for (const name in result) if (result[name] === null) result[name] = void 0;
    return result;
  }
};
var Inst = class Inst2 {
  static ALT = 1;
  static ALT_MATCH = 2;
  static CAPTURE = 3;
  static EMPTY_WIDTH = 4;
  static FAIL = 5;
  static MATCH = 6;
  static NOP = 7;
  static RUNE = 8;
  static RUNE1 = 9;
  static RUNE_ANY = 10;
  static RUNE_ANY_NOT_NL = 11;
  static LB_WRITE = 12;
  static LB_CHECK = 13;
  static isRuneOp(op) {
    return Inst2.RUNE <= op && op <= Inst2.RUNE_ANY_NOT_NL;
  }
  static escapeRunes(runes) {
    let out = '"';
    for (let rune of runes) out += Utils.escapeRune(rune);
    out += '"';
    return out;
  }
  constructor(op) {
    this.op = op;
    this.out = 0;
    this.arg = 0;
    this.runes = /* @__PURE__ */ new Int32Array(0);
    this.next = null;
  }
  matchRune(r2) {
    if (this.runes.length === 1) {
      const r0 = this.runes[0];
      if ((this.arg & RE2Flags.FOLD_CASE) !== 0) return Unicode.equalsIgnoreCase(r0, r2);
      return r2 === r0;
    }
    const len = this.runes.length;
    if (len === 0) return false;
    if (len === 2 || len === 4 || len === 6 || len === 8) {
      for (let j = 0; j < len; j += 2) {
        if (r2 < this.runes[j]) return false;
        if (r2 <= this.runes[j + 1]) return true;
      }
      return false;
    }
    let base = 0;
    let n = len >> 1;
    while (n > 1) {
      const half = n >> 1;
      base += this.runes[base + half << 1] <= r2 ? half : 0;
      n -= half;
    }
    base += this.runes[base << 1] <= r2 ? 1 : 0;
    const m = base - 1;
    return m >= 0 && r2 <= this.runes[m << 1 | 1];
  }
  matchRunePos(r2) {
    if (this.runes.length === 1) {
      const r0 = this.runes[0];
      if ((this.arg & RE2Flags.FOLD_CASE) !== 0) return Unicode.equalsIgnoreCase(r0, r2) ? 0 : -1;
      return r2 === r0 ? 0 : -1;
    }
    const len = this.runes.length;
    if (len === 0) return -1;
    if (len === 2 || len === 4 || len === 6 || len === 8) {
      for (let j = 0; j < len; j += 2) {
        if (r2 < this.runes[j]) return -1;
        if (r2 <= this.runes[j + 1]) return Math.floor(j / 2);
      }
      return -1;
    }
    let base = 0;
    let n = len >> 1;
    while (n > 1) {
      const half = n >> 1;
      base += this.runes[base + half << 1] <= r2 ? half : 0;
      n -= half;
    }
    base += this.runes[base << 1] <= r2 ? 1 : 0;
    const m = base - 1;
    return m >= 0 && r2 <= this.runes[m << 1 | 1] ? m : -1;
  }
  /**
  *
  * @returns {string}
  */
  toString() {
    switch (this.op) {
      case Inst2.ALT:
        return `alt -> ${this.out}, ${this.arg}`;
      case Inst2.ALT_MATCH:
        return `altmatch -> ${this.out}, ${this.arg}`;
      case Inst2.CAPTURE:
        return `cap ${this.arg} -> ${this.out}`;
      case Inst2.EMPTY_WIDTH:
        return `empty ${this.arg} -> ${this.out}`;
      case Inst2.MATCH:
        return `match${this.arg !== 0 ? ` ${this.arg}` : ""}`;
      case Inst2.FAIL:
        return "fail";
      case Inst2.NOP:
        return `nop -> ${this.out}`;
      case Inst2.LB_WRITE:
        return `lbwrite ${this.arg} -> ${this.out}`;
      case Inst2.LB_CHECK:
        return `lbcheck ${this.arg} -> ${this.out}`;
      case Inst2.RUNE:
        if (this.runes === null) return "rune <null>";
        return [
          "rune ",
          Inst2.escapeRunes(this.runes),
          (this.arg & RE2Flags.FOLD_CASE) !== 0 ? "/i" : "",
          " -> ",
          this.out
        ].join("");
      case Inst2.RUNE1:
        return `rune1 ${Inst2.escapeRunes(this.runes)} -> ${this.out}`;
      case Inst2.RUNE_ANY:
        return `any -> ${this.out}`;
      case Inst2.RUNE_ANY_NOT_NL:
        return `anynotnl -> ${this.out}`;
      default:
        throw new Error("unhandled case in Inst.toString");
    }
  }
};
var Queue = class Queue2 {
  constructor(numInst) {
    this.sparse = new Int32Array(numInst);
    this.densePcs = new Int32Array(numInst);
    this.denseCaps = null;
    this.size = 0;
    this.ncap = 0;
    this.mainThreads = 0;
  }
  static INITIAL_THREADS = 32;
  init(ncap) {
    this.ncap = ncap;
    const needed = Math.min(this.densePcs.length, Queue2.INITIAL_THREADS) * ncap;
    if (!this.denseCaps || this.denseCaps.length < needed) this.denseCaps = new Int32Array(needed);
  }
  growCaps(needed) {
    const limit2 = this.densePcs.length * this.ncap;
    const grown = new Int32Array(Math.min(limit2, Math.max(needed, 2 * this.denseCaps.length)));
    grown.set(this.denseCaps);
    this.denseCaps = grown;
  }
  contains(pc) {
    const j = this.sparse[pc];
    return j < this.size && this.densePcs[j] === pc;
  }
  isEmpty() {
    return this.size === 0;
  }
  add(pc) {
    const j = this.size++;
    this.sparse[pc] = j;
    this.densePcs[j] = pc;
    return j;
  }
  clear() {
    this.size = 0;
    this.mainThreads = 0;
  }
  toString() {
    let out = "{";
    for (let i = 0; i < this.size; i++) {
      if (i !== 0) out += ", ";
      out += this.densePcs[i];
    }
    out += "}";
    return out;
  }
};
var LookbehindState = class {
  constructor(prog) {
    this.pos = -1;
    this.pcs = new Int32Array(prog.numInst());
    this.size = 0;
    this.lbTable = new Int32Array(prog.numLb + 1);
  }
  reset() {
    this.pos = -1;
    this.size = 0;
  }
};
var Machine = class Machine2 {
  static fromRE2(re2) {
    const m = new Machine2();
    m.prog = re2.prog;
    m.re2 = re2;
    m.q0 = new Queue(m.prog.numInst());
    m.q1 = new Queue(m.prog.numInst());
    m.addStack = new Int32Array(2 * (m.prog.numInst() + 1));
    m.matched = false;
    m.matchcap = new Int32Array(m.prog.numCap < 2 ? 2 : m.prog.numCap);
    m.ncap = 0;
    return m;
  }
  constructor() {
    this.prog = null;
    this.re2 = null;
    this.q0 = null;
    this.q1 = null;
    this.addStack = null;
    this.matched = false;
    this.matchcap = null;
    this.ncap = 0;
    this.lbTable = null;
  }
  init(ncap) {
    this.ncap = ncap;
    if (ncap > this.matchcap.length) this.matchcap = new Int32Array(ncap).fill(-1);
    else this.matchcap.fill(-1);
    this.q0.init(ncap);
    this.q1.init(ncap);
    if (this.prog.numLb > 0) {
      if (!this.lbTable || this.lbTable.length < this.prog.numLb + 1) this.lbTable = new Int32Array(this.prog.numLb + 1);
      this.lbTable.fill(-1);
    }
  }
  submatches() {
    if (this.ncap === 0) return Utils.emptyInts();
    return Utils.toArray(this.matchcap.subarray(0, this.ncap));
  }
  match(input, pos, anchor, lbState = null) {
    const startCond = this.re2.cond;
    if (startCond === Utils.EMPTY_ALL) return false;
    if ((anchor === RE2Flags.ANCHOR_START || anchor === RE2Flags.ANCHOR_BOTH) && pos !== 0) return false;
    this.matched = false;
    this.matchcap.fill(-1);
    const hasLookbehinds = this.prog.numLb > 0;
    const matchStartPos = pos;
    let currentPos = pos;
    let resumeLookbehinds = false;
    if (hasLookbehinds) {
      if (lbState !== null && lbState.pos >= 0 && lbState.pos <= pos) {
        currentPos = lbState.pos;
        resumeLookbehinds = true;
      } else currentPos = 0;
    }
    let saveLookbehinds = hasLookbehinds && lbState !== null;
    let runq = this.q0;
    let nextq = this.q1;
    let r2 = input.step(currentPos);
    let rune = r2 >> 3;
    let width2 = r2 & 7;
    let rune1 = -1;
    let width1 = 0;
    if (r2 !== MachineInputBase.EOF()) {
      r2 = input.step(currentPos + width2);
      rune1 = r2 >> 3;
      width1 = r2 & 7;
    }
    let flag;
    if (currentPos === 0) flag = Utils.emptyOpContext(-1, rune);
    else flag = input.context(currentPos);
    if (hasLookbehinds) {
      if (resumeLookbehinds) this.restoreLookbehinds(lbState, runq, flag);
      else this.spawnLookbehinds(runq, currentPos, flag);
    }
    while (true) {
      if (runq.mainThreads === 0) {
        if ((startCond & Utils.EMPTY_BEGIN_TEXT) !== 0 && currentPos !== 0) break;
        if ((anchor === RE2Flags.ANCHOR_START || anchor === RE2Flags.ANCHOR_BOTH) && currentPos !== 0) break;
        if (this.matched) break;
        if (this.prog.numLb === 0 && runq.isEmpty() && !(this.re2.prefix.length === 0) && rune1 !== this.re2.prefixRune && input.canCheckPrefix()) {
          const advance = input.index(this.re2, currentPos);
          if (advance < 0) break;
          currentPos += advance;
          r2 = input.step(currentPos);
          rune = r2 >> 3;
          width2 = r2 & 7;
          r2 = input.step(currentPos + width2);
          rune1 = r2 >> 3;
          width1 = r2 & 7;
          flag = input.context(currentPos);
        }
      }
      if (currentPos >= matchStartPos) {
        if (saveLookbehinds) {
          this.saveLookbehinds(lbState, runq, currentPos);
          saveLookbehinds = false;
        }
        if (!this.matched && (currentPos === 0 || anchor === RE2Flags.UNANCHORED)) {
          if (this.ncap > 0) this.matchcap[0] = currentPos;
          this.add(runq, this.prog.start, currentPos, this.matchcap, 0, flag);
        }
      }
      const nextPos = currentPos + width2;
      flag = input.context(nextPos);
      this.step(runq, nextq, currentPos, nextPos, rune, flag, anchor, currentPos === input.endPos());
      if (width2 === 0) break;
      if (this.ncap === 0 && this.matched) break;
      currentPos += width2;
      rune = rune1;
      width2 = width1;
      if (rune !== -1) {
        r2 = input.step(currentPos + width2);
        rune1 = r2 >> 3;
        width1 = r2 & 7;
      }
      const tmpq = runq;
      runq = nextq;
      nextq = tmpq;
    }
    runq.clear();
    nextq.clear();
    return this.matched;
  }
  matchSet(input, pos, anchor) {
    const startCond = this.re2.cond;
    if (startCond === Utils.EMPTY_ALL) return [];
    if ((anchor === RE2Flags.ANCHOR_START || anchor === RE2Flags.ANCHOR_BOTH) && pos !== 0) return [];
    let currentPos = this.prog.numLb > 0 ? 0 : pos;
    let matchStartPos = pos;
    let runq = this.q0;
    let nextq = this.q1;
    let r2 = input.step(currentPos);
    let rune = r2 >> 3;
    let width2 = r2 & 7;
    let rune1 = -1;
    let width1 = 0;
    if (r2 !== MachineInputBase.EOF()) {
      r2 = input.step(currentPos + width2);
      rune1 = r2 >> 3;
      width1 = r2 & 7;
    }
    let flag = currentPos === 0 ? Utils.emptyOpContext(-1, rune) : input.context(currentPos);
    const matches = /* @__PURE__ */ new Set();
    if (this.prog.numLb > 0) this.spawnLookbehinds(runq, currentPos, flag);
    while (true) {
      if (runq.mainThreads === 0) {
        if ((startCond & Utils.EMPTY_BEGIN_TEXT) !== 0 && currentPos !== 0) break;
        if ((anchor === RE2Flags.ANCHOR_START || anchor === RE2Flags.ANCHOR_BOTH) && currentPos !== 0) break;
      }
      if (currentPos === 0 || anchor === RE2Flags.UNANCHORED) {
        if (currentPos >= matchStartPos) this.add(runq, this.prog.start, currentPos, this.matchcap, 0, flag);
      }
      const nextPos = currentPos + width2;
      flag = input.context(nextPos);
      for (let j = 0; j < runq.size; j++) {
        const pc = runq.densePcs[j];
        const i = this.prog.inst[pc];
        const capOffset = j * this.ncap;
        let add = false;
        switch (i.op) {
          case Inst.MATCH:
            if (anchor === RE2Flags.ANCHOR_BOTH && currentPos !== input.endPos()) break;
            matches.add(i.arg);
            break;
          case Inst.RUNE:
            add = i.matchRune(rune);
            break;
          case Inst.RUNE1:
            add = rune === i.runes[0];
            break;
          case Inst.RUNE_ANY:
            add = true;
            break;
          case Inst.RUNE_ANY_NOT_NL:
            add = rune !== 10;
            break;
          default:
            continue;
        }
        if (add) this.add(nextq, i.out, nextPos, runq.denseCaps, capOffset, flag);
      }
      runq.clear();
      if (width2 === 0) break;
      currentPos += width2;
      rune = rune1;
      width2 = width1;
      if (rune !== -1) {
        r2 = input.step(currentPos + width2);
        rune1 = r2 >> 3;
        width1 = r2 & 7;
      }
      const tmpq = runq;
      runq = nextq;
      nextq = tmpq;
    }
    nextq.clear();
    return Array.from(matches).sort((a, b) => a - b);
  }
  step(runq, nextq, pos, nextPos, c, nextCond, anchor, atEnd) {
    const longest3 = this.re2.longest;
    for (let j = 0; j < runq.size; j++) {
      const pc = runq.densePcs[j];
      const capOffset = j * this.ncap;
      if (longest3 && this.matched && this.ncap > 0 && this.matchcap[0] < runq.denseCaps[capOffset]) continue;
      const i = this.prog.inst[pc];
      let add = false;
      switch (i.op) {
        case Inst.MATCH:
          if (anchor === RE2Flags.ANCHOR_BOTH && !atEnd) break;
          if (this.ncap > 0 && (!longest3 || !this.matched || this.matchcap[1] < pos)) {
            runq.denseCaps[capOffset + 1] = pos;
            for (let k = 0; k < this.ncap; k++) this.matchcap[k] = runq.denseCaps[capOffset + k];
          }
          if (!longest3) runq.size = 0;
          this.matched = true;
          break;
        case Inst.RUNE:
          add = i.matchRune(c);
          break;
        case Inst.RUNE1:
          add = c === i.runes[0];
          break;
        case Inst.RUNE_ANY:
          add = true;
          break;
        case Inst.RUNE_ANY_NOT_NL:
          add = c !== 10;
          break;
        default:
          continue;
      }
      if (add) this.add(nextq, i.out, nextPos, runq.denseCaps, capOffset, nextCond);
    }
    runq.clear();
  }
  spawnLookbehinds(q, pos, flag) {
    for (let i = 0; i < this.prog.lbStarts.length; i++) this.add(q, this.prog.lbStarts[i], pos, this.matchcap, 0, flag);
  }
  restoreLookbehinds(lbState, q, flag) {
    this.lbTable.set(lbState.lbTable);
    for (let j = 0; j < lbState.size; j++) this.add(q, lbState.pcs[j], lbState.pos, this.matchcap, 0, flag);
  }
  saveLookbehinds(lbState, q, pos) {
    let size = 0;
    for (let j = 0; j < q.size; j++) {
      const pc = q.densePcs[j];
      if (this.prog.lbInst[pc] === 1 && Inst.isRuneOp(this.prog.inst[pc].op)) lbState.pcs[size++] = pc;
    }
    lbState.size = size;
    lbState.pos = pos;
    lbState.lbTable.set(this.lbTable);
  }
  add(q, pc, pos, capArray, capOffset, cond) {
    const stk = this.addStack;
    let nstk = 0;
    for (; ; ) {
      while (pc !== 0 && !q.contains(pc)) {
        const d = q.add(pc);
        const inst = this.prog.inst[pc];
        switch (inst.op) {
          case Inst.FAIL:
            pc = 0;
            break;
          case Inst.ALT:
          case Inst.ALT_MATCH:
            stk[nstk++] = inst.arg;
            stk[nstk++] = 0;
            pc = inst.out;
            break;
          case Inst.EMPTY_WIDTH:
            pc = (inst.arg & ~cond) === 0 ? inst.out : 0;
            break;
          case Inst.NOP:
            pc = inst.out;
            break;
          case Inst.CAPTURE:
            if (inst.arg < this.ncap) {
              stk[nstk++] = -inst.arg - 1;
              stk[nstk++] = capArray[capOffset + inst.arg];
              capArray[capOffset + inst.arg] = pos;
            }
            pc = inst.out;
            break;
          case Inst.LB_WRITE:
            this.lbTable[Math.abs(inst.arg)] = pos;
            pc = inst.out;
            break;
          case Inst.LB_CHECK:
            if (inst.arg > 0) pc = this.lbTable[inst.arg] === pos ? inst.out : 0;
            else pc = this.lbTable[-inst.arg] !== pos ? inst.out : 0;
            break;
          case Inst.MATCH:
          case Inst.RUNE:
          case Inst.RUNE1:
          case Inst.RUNE_ANY:
          case Inst.RUNE_ANY_NOT_NL:
            if (this.prog.lbInst[pc] === 0) q.mainThreads++;
            if (this.ncap > 0) {
              const destOffset = d * this.ncap;
              if (destOffset + this.ncap > q.denseCaps.length) q.growCaps(destOffset + this.ncap);
              for (let c = 0; c < this.ncap; c++) q.denseCaps[destOffset + c] = capArray[capOffset + c];
            }
            pc = 0;
            break;
          default:
            throw new RE2JSInternalException("unhandled");
        }
      }
      if (nstk === 0) return;
      nstk -= 2;
      const entry = stk[nstk];
      if (entry < 0) {
        capArray[capOffset - entry - 1] = stk[nstk + 1];
        pc = 0;
      } else pc = entry;
    }
  }
};
var hashState = (pcs, flag, ids) => {
  let h = -2128831035;
  for (let i = 0; i < pcs.length; i++) {
    h ^= pcs[i];
    h = Math.imul(h, 16777619);
  }
  h ^= flag;
  h = Math.imul(h, 16777619);
  for (let i = 0; i < ids.length; i++) {
    h ^= ids[i];
    h = Math.imul(h, 16777619);
  }
  return h;
};
var arraysEqual = (a, b) => {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
};
var isState = (state, pcs, flag, ids) => state.flag === flag && arraysEqual(state.nfaStates, pcs) && arraysEqual(state.matchIDs, ids);
var NO_IDS = [];
var END_TEXT = -1;
var DFAState = class {
  constructor(nfaStates, flag, matchIDs) {
    this.nfaStates = nfaStates;
    this.flag = flag;
    this.isMatch = (flag & DFA.FLAG_MATCH) !== 0;
    this.matchIDs = matchIDs;
    this.next = null;
    this.nextAnchored = null;
  }
};
var DFA = class DFA2 {
  static FLAG_EMPTY_MASK = 255;
  static FLAG_MATCH = 256;
  static FLAG_LAST_WORD = 512;
  static FLAG_NEED_SHIFT = 16;
  static STATE_OVERHEAD = 150;
  static ARRAY_OVERHEAD = 40;
  static ELEMENT_SIZE = 8;
  static TABLE_OVERHEAD = 48;
  static PROGRESS_PER_STATE = 10;
  constructor(prog, maxMem = 8388608) {
    this.prog = prog;
    this.maxMem = maxMem;
    this.stateCache = /* @__PURE__ */ new Map();
    this.stateCount = 0;
    this.startStates = /* @__PURE__ */ new Map();
    this.failed = false;
    for (let pc = 0; pc < prog.numInst(); pc++) {
      const op = prog.getInst(pc).op;
      if (op === Inst.LB_WRITE || op === Inst.LB_CHECK) {
        this.failed = true;
        break;
      }
    }
    this.computeRuneClasses();
    this.stateBudget = maxMem;
    this.memBudget = maxMem;
  }
  computeRuneClasses() {
    const bounds = /* @__PURE__ */ new Set();
    const addRange = (lo, hi) => {
      bounds.add(lo);
      bounds.add(hi + 1);
    };
    for (let pc = 0; pc < this.prog.numInst(); pc++) {
      const inst = this.prog.getInst(pc);
      switch (inst.op) {
        case Inst.RUNE:
        case Inst.RUNE1:
          if (inst.runes.length === 1) {
            addRange(inst.runes[0], inst.runes[0]);
            if ((inst.arg & RE2Flags.FOLD_CASE) !== 0) for (let f = Unicode.simpleFold(inst.runes[0]); f !== inst.runes[0]; f = Unicode.simpleFold(f)) addRange(f, f);
          } else for (let j = 0; j < inst.runes.length; j += 2) addRange(inst.runes[j], inst.runes[j + 1]);
          break;
        case Inst.RUNE_ANY_NOT_NL:
          addRange(10, 10);
          break;
        case Inst.EMPTY_WIDTH:
          if ((inst.arg & (Utils.EMPTY_BEGIN_LINE | Utils.EMPTY_END_LINE)) !== 0) addRange(10, 10);
          if ((inst.arg & (Utils.EMPTY_WORD_BOUNDARY | Utils.EMPTY_NO_WORD_BOUNDARY)) !== 0) {
            addRange(48, 57);
            addRange(65, 90);
            addRange(95, 95);
            addRange(97, 122);
          }
      }
    }
    bounds.delete(0);
    this.classBounds = Int32Array.from(bounds).sort();
    this.numClasses = this.classBounds.length + 1;
    const latin1Class = new Int32Array(Unicode.MAX_LATIN1 + 1);
    for (let r2 = 0; r2 <= Unicode.MAX_LATIN1; r2++) latin1Class[r2] = this.searchClass(r2);
    this.latin1Class = latin1Class;
  }
  runeClass(r2) {
    if (r2 <= Unicode.MAX_LATIN1) return this.latin1Class[r2];
    return this.searchClass(r2);
  }
  searchClass(r2) {
    const bounds = this.classBounds;
    let lo = 0;
    let hi = bounds.length;
    while (lo < hi) {
      const mid = lo + hi >> 1;
      if (bounds[mid] <= r2) lo = mid + 1;
      else hi = mid;
    }
    return lo;
  }
  closure(pcs, flag) {
    const closure = /* @__PURE__ */ new Set();
    const stack = Array.from(pcs);
    let needflags = 0;
    while (stack.length > 0) {
      const pc = stack.pop();
      if (pc === 0 || closure.has(pc)) continue;
      closure.add(pc);
      const inst = this.prog.getInst(pc);
      switch (inst.op) {
        case Inst.ALT:
        case Inst.ALT_MATCH:
          stack.push(inst.out);
          stack.push(inst.arg);
          break;
        case Inst.NOP:
        case Inst.CAPTURE:
          stack.push(inst.out);
          break;
        case Inst.EMPTY_WIDTH:
          needflags |= inst.arg;
          if ((inst.arg & ~flag) === 0) stack.push(inst.out);
      }
    }
    return {
      pcs: Array.from(closure).sort((a, b) => a - b),
      needflags
    };
  }
  getState(pcs, flag, ids) {
    const hash = hashState(pcs, flag, ids);
    const cached = this.stateCache.get(hash);
    if (cached instanceof DFAState) {
      if (isState(cached, pcs, flag, ids)) return cached;
    } else if (cached !== void 0) {
      for (let i = 0; i < cached.length; i++) if (isState(cached[i], pcs, flag, ids)) return cached[i];
    }
    const cost = DFA2.stateCost(pcs, ids);
    if (this.memBudget < cost) return null;
    this.memBudget -= cost;
    const state = new DFAState(pcs, flag, ids);
    if (cached === void 0) this.stateCache.set(hash, state);
    else if (cached instanceof DFAState) this.stateCache.set(hash, [cached, state]);
    else cached.push(state);
    this.stateCount++;
    return state;
  }
  static stateCost(pcs, ids) {
    const idsCost = ids.length === 0 ? 0 : DFA2.ARRAY_OVERHEAD + DFA2.ELEMENT_SIZE * ids.length;
    return DFA2.STATE_OVERHEAD + DFA2.ELEMENT_SIZE * pcs.length + idsCost;
  }
  *cachedStates() {
    for (const cached of this.stateCache.values()) if (cached instanceof DFAState) yield cached;
    else yield* cached;
  }
  makeState(pcs, flag, ids) {
    const closure = this.closure(pcs, flag & DFA2.FLAG_EMPTY_MASK);
    let stateFlag = flag;
    if (closure.needflags === 0) stateFlag &= DFA2.FLAG_MATCH;
    stateFlag |= closure.needflags << DFA2.FLAG_NEED_SHIFT;
    return this.getState(closure.pcs, stateFlag, ids);
  }
  allocTable(state, anchor) {
    const size = this.numClasses + 1;
    const cost = DFA2.TABLE_OVERHEAD + DFA2.ELEMENT_SIZE * size;
    if (this.memBudget < cost) return null;
    this.memBudget -= cost;
    const table = new Array(size).fill(null);
    if (anchor === RE2Flags.UNANCHORED) state.next = table;
    else state.nextAnchored = table;
    return table;
  }
  clearCache() {
    this.stateCache.clear();
    this.stateCount = 0;
    this.startStates.clear();
    this.memBudget = this.stateBudget;
  }
  resetCache(current) {
    this.clearCache();
    return this.getState(current.nfaStates, current.flag, current.matchIDs);
  }
  step(state, cls, rune, anchor) {
    let table = anchor === RE2Flags.UNANCHORED ? state.next : state.nextAnchored;
    if (table !== null) {
      const cached = table[cls];
      if (cached !== null) return cached;
    } else {
      table = this.allocTable(state, anchor);
      if (table === null) return null;
    }
    const needflag = state.flag >>> DFA2.FLAG_NEED_SHIFT;
    const oldbeforeflag = state.flag & DFA2.FLAG_EMPTY_MASK;
    let beforeflag = oldbeforeflag;
    let afterflag = 0;
    if (rune === 10) {
      beforeflag |= Utils.EMPTY_END_LINE;
      afterflag |= Utils.EMPTY_BEGIN_LINE;
    }
    if (rune === END_TEXT) beforeflag |= Utils.EMPTY_END_LINE | Utils.EMPTY_END_TEXT;
    const islastword = (state.flag & DFA2.FLAG_LAST_WORD) !== 0;
    const isword = rune !== END_TEXT && Utils.isWordRune(rune);
    beforeflag |= isword === islastword ? Utils.EMPTY_NO_WORD_BOUNDARY : Utils.EMPTY_WORD_BOUNDARY;
    let pcs = state.nfaStates;
    if ((beforeflag & ~oldbeforeflag & needflag) !== 0) pcs = this.closure(pcs, beforeflag).pcs;
    const nextPCs = [];
    let ismatch = false;
    let ids = NO_IDS;
    for (let i = 0; i < pcs.length; i++) {
      const inst = this.prog.getInst(pcs[i]);
      if (inst.op === Inst.MATCH) {
        if (!ismatch) {
          ismatch = true;
          ids = [];
        }
        ids.push(inst.arg);
      } else if (rune !== END_TEXT && Inst.isRuneOp(inst.op) && inst.matchRune(rune)) nextPCs.push(inst.out);
    }
    if (ids.length > 1) ids.sort((a, b) => a - b);
    if (anchor === RE2Flags.UNANCHORED && rune !== END_TEXT) nextPCs.push(this.prog.start);
    let flag = afterflag;
    if (ismatch) flag |= DFA2.FLAG_MATCH;
    if (isword) flag |= DFA2.FLAG_LAST_WORD;
    const nextState = this.makeState(nextPCs, flag, ids);
    if (nextState === null) return null;
    table[cls] = nextState;
    return nextState;
  }
  start(input, pos) {
    const context = input.context(pos);
    let flags;
    if ((context & Utils.EMPTY_BEGIN_TEXT) !== 0) flags = Utils.EMPTY_BEGIN_TEXT | Utils.EMPTY_BEGIN_LINE;
    else if ((context & Utils.EMPTY_BEGIN_LINE) !== 0) flags = Utils.EMPTY_BEGIN_LINE;
    else {
      const r2 = input.step(pos);
      const nextIsWord = r2 >= 0 && Utils.isWordRune(r2 >> 3);
      flags = (context & Utils.EMPTY_WORD_BOUNDARY) !== 0 !== nextIsWord ? DFA2.FLAG_LAST_WORD : 0;
    }
    let state = this.startStates.get(flags);
    if (state === void 0) {
      state = this.makeState([this.prog.start], flags, NO_IDS);
      if (state === null) {
        this.clearCache();
        state = this.makeState([this.prog.start], flags, NO_IDS);
        if (state === null) return null;
      }
      this.startStates.set(flags, state);
    }
    return state;
  }
  stepOrReset(state, cls, rune, anchor, pos, search) {
    let next = this.step(state, cls, rune, anchor);
    if (next !== null) return next;
    if (search.resetPos >= 0 && pos - search.resetPos < DFA2.PROGRESS_PER_STATE * this.stateCount) return null;
    search.resetPos = pos;
    const restored = this.resetCache(state);
    if (restored === null) return null;
    next = this.step(restored, cls, rune, anchor);
    return next;
  }
  run(input, pos, anchor, state, onMatch) {
    const endPos = input.endPos();
    const latin1Class = this.latin1Class;
    const unanchored = anchor === RE2Flags.UNANCHORED;
    const search = { resetPos: -1 };
    let i = pos;
    while (i < endPos) {
      const r2 = input.step(i);
      const rune = r2 >> 3;
      const width2 = r2 & 7;
      if (width2 === 0) break;
      const cls = rune <= Unicode.MAX_LATIN1 ? latin1Class[rune] : this.runeClass(rune);
      let next = unanchored && state.next !== null ? state.next[cls] : null;
      if (next === null) {
        next = this.stepOrReset(state, cls, rune, anchor, i, search);
        if (next === null) return null;
      }
      state = next;
      if (state.isMatch && onMatch(state, false)) return true;
      if (!unanchored && state.nfaStates.length === 0) return false;
      i += width2;
    }
    state = this.stepOrReset(state, this.numClasses, END_TEXT, anchor, i, search);
    if (state === null) return null;
    return state.isMatch && onMatch(state, true);
  }
  match(input, pos, anchor) {
    if (this.failed) return null;
    if ((anchor === RE2Flags.ANCHOR_START || anchor === RE2Flags.ANCHOR_BOTH) && pos !== 0) return false;
    const startState = this.start(input, pos);
    if (startState === null) return null;
    return this.run(input, pos, anchor, startState, (state, atEnd) => anchor !== RE2Flags.ANCHOR_BOTH || atEnd);
  }
  matchSet(input, pos, anchor) {
    if (this.failed) return null;
    if ((anchor === RE2Flags.ANCHOR_START || anchor === RE2Flags.ANCHOR_BOTH) && pos !== 0) return [];
    const startState = this.start(input, pos);
    if (startState === null) return null;
    const matches = /* @__PURE__ */ new Set();
    const collect = (state, atEnd) => {
      if (anchor !== RE2Flags.ANCHOR_BOTH || atEnd) for (let k = 0; k < state.matchIDs.length; k++) matches.add(state.matchIDs[k]);
      return false;
    };
    if (this.run(input, pos, anchor, startState, collect) === null) return null;
    return Array.from(matches).sort((a, b) => a - b);
  }
};
var VISITED_BITS = 32;
var MAX_BACKTRACK_PROG = 500;
var INITIAL_JOB_CAPACITY = 256;
var MAX_BACKTRACK_VECTOR = 262144;
var BitState = class {
  constructor() {
    this.end = 0;
    this.cap = /* @__PURE__ */ new Int32Array(0);
    this.matchcap = /* @__PURE__ */ new Int32Array(0);
    this.ncap = 0;
    this.jobPc = new Int32Array(INITIAL_JOB_CAPACITY);
    this.jobArg = new Uint8Array(INITIAL_JOB_CAPACITY);
    this.jobPos = new Int32Array(INITIAL_JOB_CAPACITY);
    this.jobLen = 0;
    this.visited = /* @__PURE__ */ new Uint32Array(0);
  }
  reset(prog, end, ncap) {
    this.end = end;
    this.jobLen = 0;
    this.ncap = ncap;
    const visitedSize = prog.numInst() * (end + 1) + VISITED_BITS - 1 >>> 5;
    if (this.visited.length < visitedSize) this.visited = new Uint32Array(visitedSize);
    else this.visited.fill(0, 0, visitedSize);
    if (this.cap.length < ncap) this.cap = new Int32Array(ncap).fill(-1);
    else this.cap.fill(-1, 0, ncap);
    if (this.matchcap.length < ncap) this.matchcap = new Int32Array(ncap).fill(-1);
    else this.matchcap.fill(-1, 0, ncap);
  }
  shouldVisit(pc, pos) {
    const n = pc * (this.end + 1) + pos;
    const idx = n >>> 5;
    const mask = 1 << (n & 31);
    if ((this.visited[idx] & mask) !== 0) return false;
    this.visited[idx] |= mask;
    return true;
  }
  push(re2, pc, pos, arg) {
    if (re2.prog.getInst(pc).op !== Inst.FAIL && (arg || this.shouldVisit(pc, pos))) {
      if (this.jobLen >= this.jobPc.length) {
        const newSize = this.jobPc.length * 2;
        const newPc = new Int32Array(newSize);
        newPc.set(this.jobPc);
        this.jobPc = newPc;
        const newArg = new Uint8Array(newSize);
        newArg.set(this.jobArg);
        this.jobArg = newArg;
        const newPos = new Int32Array(newSize);
        newPos.set(this.jobPos);
        this.jobPos = newPos;
      }
      this.jobPc[this.jobLen] = pc;
      this.jobArg[this.jobLen] = arg ? 1 : 0;
      this.jobPos[this.jobLen] = pos;
      this.jobLen++;
    }
  }
  tryBacktrack(re2, input, pc, pos, anchor) {
    const longest3 = re2.longest;
    this.push(re2, pc, pos, false);
    while (this.jobLen > 0) {
      this.jobLen--;
      let currentPc = this.jobPc[this.jobLen];
      let arg = this.jobArg[this.jobLen] === 1;
      let currentPos = this.jobPos[this.jobLen];
      let skipShouldVisit = true;
      while (true) {
        if (!skipShouldVisit) {
          if (!this.shouldVisit(currentPc, currentPos)) break;
        }
        skipShouldVisit = false;
        const inst = re2.prog.getInst(currentPc);
        switch (inst.op) {
          case Inst.FAIL:
            break;
          case Inst.ALT:
            if (arg) {
              arg = false;
              currentPc = inst.arg;
              continue;
            } else {
              this.push(re2, currentPc, currentPos, true);
              currentPc = inst.out;
              continue;
            }
          case Inst.ALT_MATCH: {
            const outInst = re2.prog.getInst(inst.out);
            if (Inst.isRuneOp(outInst.op)) {
              this.push(re2, inst.arg, currentPos, false);
              currentPc = inst.arg;
              currentPos = this.end;
              continue;
            }
            this.push(re2, inst.out, this.end, false);
            currentPc = inst.out;
            continue;
          }
          case Inst.RUNE: {
            const r2 = input.step(currentPos);
            if (r2 === MachineInputBase.EOF()) break;
            if (!inst.matchRune(r2 >> 3)) break;
            currentPos += r2 & 7;
            currentPc = inst.out;
            continue;
          }
          case Inst.RUNE1: {
            const r2 = input.step(currentPos);
            if (r2 === MachineInputBase.EOF()) break;
            if (r2 >> 3 !== inst.runes[0]) break;
            currentPos += r2 & 7;
            currentPc = inst.out;
            continue;
          }
          case Inst.RUNE_ANY_NOT_NL: {
            const r2 = input.step(currentPos);
            if (r2 === MachineInputBase.EOF()) break;
            if (r2 >> 3 === 10) break;
            currentPos += r2 & 7;
            currentPc = inst.out;
            continue;
          }
          case Inst.RUNE_ANY: {
            const r2 = input.step(currentPos);
            if (r2 === MachineInputBase.EOF()) break;
            currentPos += r2 & 7;
            currentPc = inst.out;
            continue;
          }
          case Inst.CAPTURE:
            if (arg) {
              this.cap[inst.arg] = currentPos;
              break;
            } else {
              if (inst.arg < this.ncap) {
                this.push(re2, currentPc, this.cap[inst.arg], true);
                this.cap[inst.arg] = currentPos;
              }
              currentPc = inst.out;
              continue;
            }
          case Inst.EMPTY_WIDTH: {
            const flag = input.context(currentPos);
            if ((inst.arg & ~flag) !== 0) break;
            currentPc = inst.out;
            continue;
          }
          case Inst.NOP:
            currentPc = inst.out;
            continue;
          case Inst.MATCH: {
            if (anchor === RE2Flags.ANCHOR_BOTH && currentPos !== this.end) break;
            if (this.ncap === 0) return true;
            if (this.ncap > 1) this.cap[1] = currentPos;
            const old = this.matchcap[1];
            if (old === -1 || longest3 && currentPos > 0 && currentPos > old) this.matchcap.set(this.cap);
            if (!longest3) return true;
            if (currentPos === this.end) return true;
            break;
          }
          case Inst.LB_WRITE:
          case Inst.LB_CHECK:
            throw new RE2JSInternalException("Backtracker cannot evaluate Lookbehind instructions");
          default:
            throw new RE2JSInternalException("bad inst");
        }
        break;
      }
    }
    return longest3 && this.matchcap.length > 1 && this.matchcap[1] >= 0;
  }
};
var bitStatePool = [];
var Backtracker = class Backtracker2 {
  static shouldBacktrack(prog) {
    return prog.numInst() <= MAX_BACKTRACK_PROG;
  }
  static maxBitStateLen(prog) {
    if (!Backtracker2.shouldBacktrack(prog)) return 0;
    return Math.floor(MAX_BACKTRACK_VECTOR / prog.numInst());
  }
  static execute(re2, input, pos, anchor, ncap) {
    const startCond = re2.cond;
    if (startCond === Utils.EMPTY_ALL) return null;
    if ((anchor === RE2Flags.ANCHOR_START || anchor === RE2Flags.ANCHOR_BOTH) && pos !== 0) return null;
    if ((startCond & Utils.EMPTY_BEGIN_TEXT) !== 0 && pos !== 0) return null;
    const b = bitStatePool.length > 0 ? bitStatePool.pop() : new BitState();
    const end = input.endPos();
    b.reset(re2.prog, end, ncap);
    let matched = false;
    if ((startCond & Utils.EMPTY_BEGIN_TEXT) !== 0 || anchor === RE2Flags.ANCHOR_START || anchor === RE2Flags.ANCHOR_BOTH) {
      if (b.ncap > 0) b.cap[0] = pos;
      if (b.tryBacktrack(re2, input, re2.prog.start, pos, anchor)) matched = true;
    } else {
      let width2 = -1;
      for (; pos <= end && width2 !== 0; pos += width2) {
        if (re2.prefix.length > 0) {
          const advance = input.index(re2, pos);
          if (advance < 0) break;
          pos += advance;
        }
        if (b.ncap > 0) b.cap[0] = pos;
        if (b.tryBacktrack(re2, input, re2.prog.start, pos, anchor)) {
          matched = true;
          break;
        }
        const r2 = input.step(pos);
        width2 = r2 === MachineInputBase.EOF() ? 0 : r2 & 7;
      }
    }
    if (!matched) {
      bitStatePool.push(b);
      return null;
    }
    const result = ncap === 0 ? [] : Utils.toArray(b.matchcap.subarray(0, ncap));
    bitStatePool.push(b);
    return result;
  }
};
var QueueOnePass = class {
  constructor(size) {
    this.sparse = new Uint32Array(size);
    this.dense = new Uint32Array(size);
    this.size = 0;
    this.nextIndex = 0;
  }
  empty() {
    return this.nextIndex >= this.size;
  }
  next() {
    return this.dense[this.nextIndex++];
  }
  clear() {
    this.size = 0;
    this.nextIndex = 0;
  }
  contains(u) {
    return u < this.sparse.length && this.sparse[u] < this.size && this.dense[this.sparse[u]] === u;
  }
  insert(u) {
    if (!this.contains(u)) this.insertNew(u);
  }
  insertNew(u) {
    if (u >= this.sparse.length) return;
    this.sparse[u] = this.size;
    this.dense[this.size] = u;
    this.size++;
  }
};
var mergeRuneSets = (leftRunes, rightRunes, leftPC, rightPC) => {
  const leftLen = leftRunes.length;
  const rightLen = rightRunes.length;
  let lx = 0, rx = 0;
  const merged = [];
  const next = [];
  let ok = true;
  let ix = -1;
  const extend = (isLeft) => {
    const newArray = isLeft ? leftRunes : rightRunes;
    const low = isLeft ? lx : rx;
    const pc = isLeft ? leftPC : rightPC;
    if (ix > 0 && newArray[low] <= merged[ix]) return false;
    merged.push(newArray[low], newArray[low + 1]);
    if (isLeft) lx += 2;
    else rx += 2;
    ix += 2;
    next.push(pc);
    return true;
  };
  while (lx < leftLen || rx < rightLen) {
    if (rx >= rightLen) ok = extend(true);
    else if (lx >= leftLen) ok = extend(false);
    else if (rightRunes[rx] < leftRunes[lx]) ok = extend(false);
    else ok = extend(true);
    if (!ok) return null;
  }
  return {
    merged,
    next
  };
};
var OnePassProg = class {
  constructor(prog) {
    this.start = prog.start;
    this.numCap = prog.numCap;
    this.inst = new Array(prog.inst.length);
    for (let i = 0; i < prog.inst.length; i++) {
      const orig = prog.inst[i];
      const inst = new Inst(orig.op);
      inst.out = orig.out;
      inst.arg = orig.arg;
      inst.runes = orig.runes ? new Int32Array(orig.runes) : /* @__PURE__ */ new Int32Array(0);
      inst.next = null;
      this.inst[i] = inst;
    }
  }
};
var onePassCopy = (prog) => {
  const p = new OnePassProg(prog);
  for (let pc = 0; pc < p.inst.length; pc++) {
    const inst = p.inst[pc];
    if (inst.op !== Inst.ALT && inst.op !== Inst.ALT_MATCH) continue;
    let pAOther = "out";
    let pAAlt = "arg";
    let instAlt = p.inst[inst[pAAlt]];
    if (instAlt.op !== Inst.ALT && instAlt.op !== Inst.ALT_MATCH) {
      pAOther = "arg";
      pAAlt = "out";
      instAlt = p.inst[inst[pAAlt]];
      if (instAlt.op !== Inst.ALT && instAlt.op !== Inst.ALT_MATCH) continue;
    }
    const instOther = p.inst[inst[pAOther]];
    if (instOther.op === Inst.ALT || instOther.op === Inst.ALT_MATCH) continue;
    let pBAlt = "out";
    let pBOther = "arg";
    let patch = false;
    if (instAlt.out === pc) patch = true;
    else if (instAlt.arg === pc) {
      patch = true;
      pBAlt = "arg";
      pBOther = "out";
    }
    if (patch) instAlt[pBAlt] = inst[pAOther];
    if (inst[pAOther] === instAlt[pBAlt]) inst[pAAlt] = instAlt[pBOther];
  }
  return p;
};
var makeOnePass = (p) => {
  if (p.inst.length >= 1e3) return null;
  const instQueue = new QueueOnePass(p.inst.length);
  const visitQueue = new QueueOnePass(p.inst.length);
  const onePassRunes = new Array(p.inst.length);
  const m = new Array(p.inst.length).fill(false);
  const check2 = (pc) => {
    let ok = true;
    const inst = p.inst[pc];
    if (visitQueue.contains(pc)) return true;
    visitQueue.insert(pc);
    switch (inst.op) {
      case Inst.ALT:
      case Inst.ALT_MATCH: {
        ok = check2(inst.out) && check2(inst.arg);
        let matchOut = m[inst.out];
        let matchArg = m[inst.arg];
        if (matchOut && matchArg) return false;
        if (matchArg) {
          const tempOut = inst.out;
          inst.out = inst.arg;
          inst.arg = tempOut;
          const tempMatch = matchOut;
          matchOut = matchArg;
          matchArg = tempMatch;
        }
        if (matchOut) {
          m[pc] = true;
          inst.op = Inst.ALT_MATCH;
        }
        const leftRunes = onePassRunes[inst.out] || [];
        const rightRunes = onePassRunes[inst.arg] || [];
        const mergeRes = mergeRuneSets(leftRunes, rightRunes, inst.out, inst.arg);
        if (!mergeRes) return false;
        onePassRunes[pc] = new Int32Array(mergeRes.merged);
        inst.next = new Uint32Array(mergeRes.next);
        break;
      }
      case Inst.CAPTURE:
      case Inst.EMPTY_WIDTH:
      case Inst.NOP:
        ok = check2(inst.out);
        m[pc] = m[inst.out];
        onePassRunes[pc] = onePassRunes[inst.out] ? new Int32Array(onePassRunes[inst.out]) : /* @__PURE__ */ new Int32Array(0);
        inst.next = new Uint32Array(Math.floor(onePassRunes[pc].length / 2) + 1).fill(inst.out);
        break;
      case Inst.MATCH:
      case Inst.FAIL:
        m[pc] = inst.op === Inst.MATCH;
        break;
      case Inst.RUNE: {
        m[pc] = false;
        if (inst.next && inst.next.length > 0) break;
        instQueue.insert(inst.out);
        if (!inst.runes || inst.runes.length === 0) {
          onePassRunes[pc] = /* @__PURE__ */ new Int32Array(0);
          inst.next = new Uint32Array([inst.out]);
          break;
        }
        let runes = [];
        if (inst.runes.length === 1 && (inst.arg & RE2Flags.FOLD_CASE) !== 0) {
          const r0 = inst.runes[0];
          runes.push(r0, r0);
          for (let r1 = Unicode.simpleFold(r0); r1 !== r0; r1 = Unicode.simpleFold(r1)) runes.push(r1, r1);
          runes.sort((a, b) => a - b);
        } else for (let j = 0; j < inst.runes.length; j++) runes.push(inst.runes[j]);
        onePassRunes[pc] = new Int32Array(runes);
        inst.next = new Uint32Array(Math.floor(runes.length / 2) + 1).fill(inst.out);
        inst.op = Inst.RUNE;
        break;
      }
      case Inst.RUNE1: {
        m[pc] = false;
        if (inst.next && inst.next.length > 0) break;
        instQueue.insert(inst.out);
        let runes = [];
        if ((inst.arg & RE2Flags.FOLD_CASE) !== 0) {
          const r0 = inst.runes[0];
          runes.push(r0, r0);
          for (let r1 = Unicode.simpleFold(r0); r1 !== r0; r1 = Unicode.simpleFold(r1)) runes.push(r1, r1);
          runes.sort((a, b) => a - b);
        } else runes.push(inst.runes[0], inst.runes[0]);
        onePassRunes[pc] = new Int32Array(runes);
        inst.next = new Uint32Array(Math.floor(runes.length / 2) + 1).fill(inst.out);
        inst.op = Inst.RUNE;
        break;
      }
      case Inst.RUNE_ANY:
        m[pc] = false;
        if (inst.next && inst.next.length > 0) break;
        instQueue.insert(inst.out);
        onePassRunes[pc] = new Int32Array([0, Unicode.MAX_RUNE]);
        inst.next = new Uint32Array([inst.out]);
        break;
      case Inst.RUNE_ANY_NOT_NL:
        m[pc] = false;
        if (inst.next && inst.next.length > 0) break;
        instQueue.insert(inst.out);
        onePassRunes[pc] = new Int32Array([
          0,
          9,
          11,
          Unicode.MAX_RUNE
        ]);
        inst.next = new Uint32Array(Math.floor(onePassRunes[pc].length / 2) + 1).fill(inst.out);
    }
    return ok;
  };
  instQueue.clear();
  instQueue.insert(p.start);
  while (!instQueue.empty()) {
    visitQueue.clear();
    if (!check2(instQueue.next())) return null;
  }
  for (let i = 0; i < p.inst.length; i++) if (onePassRunes[i]) p.inst[i].runes = onePassRunes[i];
  return p;
};
var cleanupOnePass = (p, original) => {
  for (let ix = 0; ix < original.inst.length; ix++) {
    const instOriginal = original.inst[ix];
    switch (instOriginal.op) {
      case Inst.ALT:
      case Inst.ALT_MATCH:
      case Inst.RUNE:
        break;
      case Inst.CAPTURE:
      case Inst.EMPTY_WIDTH:
      case Inst.NOP:
      case Inst.MATCH:
      case Inst.FAIL:
        p.inst[ix].next = null;
        break;
      case Inst.RUNE1:
      case Inst.RUNE_ANY:
      case Inst.RUNE_ANY_NOT_NL:
        p.inst[ix].next = null;
        p.inst[ix].op = instOriginal.op;
        p.inst[ix].runes = instOriginal.runes ? new Int32Array(instOriginal.runes) : /* @__PURE__ */ new Int32Array(0);
    }
  }
};
var OnePass = class OnePass2 {
  static compile(prog) {
    if (prog.start === 0) return null;
    if (prog.numLb > 0) return null;
    const startInst = prog.inst[prog.start];
    if (startInst.op !== Inst.EMPTY_WIDTH || (startInst.arg & Utils.EMPTY_BEGIN_TEXT) === 0) return null;
    let hasAlt = false;
    for (let i = 0; i < prog.inst.length; i++) if (prog.inst[i].op === Inst.ALT || prog.inst[i].op === Inst.ALT_MATCH) {
      hasAlt = true;
      break;
    }
    for (let i = 0; i < prog.inst.length; i++) {
      const inst = prog.inst[i];
      const opOut = prog.inst[inst.out].op;
      switch (inst.op) {
        case Inst.ALT:
        case Inst.ALT_MATCH:
          if (opOut === Inst.MATCH || prog.inst[inst.arg].op === Inst.MATCH) return null;
          break;
        case Inst.EMPTY_WIDTH:
          if (opOut === Inst.MATCH) {
            if ((inst.arg & Utils.EMPTY_END_TEXT) === Utils.EMPTY_END_TEXT) continue;
            return null;
          }
          break;
        default:
          if (opOut === Inst.MATCH && hasAlt) return null;
      }
    }
    let p = onePassCopy(prog);
    p = makeOnePass(p);
    if (p !== null) cleanupOnePass(p, prog);
    return p;
  }
  static next(inst, r2) {
    const nextIdx = inst.matchRunePos(r2);
    if (nextIdx >= 0) return inst.next[nextIdx];
    if (inst.op === Inst.ALT_MATCH) return inst.out;
    return 0;
  }
  static execute(re2, input, pos, anchor, ncap) {
    const onepass = re2.onepass;
    if (!onepass) return null;
    const matchcap = new Int32Array(ncap).fill(-1);
    let matched = false;
    let r2 = input.step(pos);
    let rune = r2 >> 3;
    let width2 = r2 & 7;
    let r1 = MachineInputBase.EOF();
    let rune1 = -1;
    let width1 = 0;
    if (r2 !== MachineInputBase.EOF()) {
      r1 = input.step(pos + width2);
      if (r1 !== MachineInputBase.EOF()) {
        rune1 = r1 >> 3;
        width1 = r1 & 7;
      }
    }
    let flag = pos === 0 ? Utils.emptyOpContext(-1, rune) : input.context(pos);
    let pc = onepass.start;
    let inst;
    while (true) {
      inst = onepass.inst[pc];
      pc = inst.out;
      switch (inst.op) {
        case Inst.MATCH:
          if (anchor === RE2Flags.ANCHOR_BOTH && pos !== input.endPos()) return null;
          matched = true;
          if (matchcap.length > 0) {
            matchcap[0] = 0;
            matchcap[1] = pos;
          }
          return ncap === 0 ? [] : Utils.toArray(matchcap);
        case Inst.RUNE:
          if (!inst.matchRune(rune)) return null;
          break;
        case Inst.RUNE1:
          if (rune !== inst.runes[0]) return null;
          break;
        case Inst.RUNE_ANY:
          break;
        case Inst.RUNE_ANY_NOT_NL:
          if (rune === 10) return null;
          break;
        case Inst.ALT:
        case Inst.ALT_MATCH:
          pc = OnePass2.next(inst, rune);
          continue;
        case Inst.FAIL:
          return null;
        case Inst.NOP:
          continue;
        case Inst.EMPTY_WIDTH:
          if ((inst.arg & ~flag) !== 0) return null;
          continue;
        case Inst.CAPTURE:
          if (inst.arg < matchcap.length) matchcap[inst.arg] = pos;
          continue;
        default:
          throw new RE2JSInternalException("bad inst");
      }
      if (width2 === 0) break;
      flag = Utils.emptyOpContext(rune, rune1);
      pos += width2;
      rune = rune1;
      width2 = width1;
      if (rune !== -1) {
        r1 = input.step(pos + width2);
        if (r1 !== MachineInputBase.EOF()) {
          rune1 = r1 >> 3;
          width1 = r1 & 7;
        } else {
          rune1 = -1;
          width1 = 0;
        }
      }
    }
    if (!matched) return null;
    return ncap === 0 ? [] : Utils.toArray(matchcap);
  }
};
var Regexp = class Regexp2 {
  static Op = createEnum([
    "NO_MATCH",
    "EMPTY_MATCH",
    "LITERAL",
    "CHAR_CLASS",
    "ANY_CHAR_NOT_NL",
    "ANY_CHAR",
    "BEGIN_LINE",
    "END_LINE",
    "BEGIN_TEXT",
    "END_TEXT",
    "WORD_BOUNDARY",
    "NO_WORD_BOUNDARY",
    "CAPTURE",
    "STAR",
    "PLUS",
    "QUEST",
    "REPEAT",
    "CONCAT",
    "ALTERNATE",
    "PLB",
    "NLB",
    "LEFT_PAREN",
    "VERTICAL_BAR"
  ]);
  static isPseudoOp(op) {
    return op >= Regexp2.Op.LEFT_PAREN;
  }
  static emptySubs() {
    return [];
  }
  static quoteIfHyphen(rune) {
    if (rune === Codepoint.CODES["-"]) return "\\";
    return "";
  }
  static fromRegexp(re) {
    const regex = new Regexp2(re.op);
    regex.flags = re.flags;
    regex.subs = re.subs;
    regex.runes = re.runes;
    regex.cap = re.cap;
    regex.min = re.min;
    regex.max = re.max;
    regex.name = re.name;
    regex.namedGroups = re.namedGroups;
    regex.lb = re.lb;
    return regex;
  }
  constructor(op) {
    this.op = op;
    this.flags = 0;
    this.subs = Regexp2.emptySubs();
    this.runes = /* @__PURE__ */ new Int32Array(0);
    this.min = 0;
    this.max = 0;
    this.cap = 0;
    this.name = null;
    this.namedGroups = /* @__PURE__ */ Object.create(null);
    this.lb = 0;
  }
  reinit() {
    this.flags = 0;
    this.subs = Regexp2.emptySubs();
    this.runes = /* @__PURE__ */ new Int32Array(0);
    this.cap = 0;
    this.min = 0;
    this.max = 0;
    this.name = null;
    this.namedGroups = /* @__PURE__ */ Object.create(null);
    this.lb = 0;
  }
  toString() {
    return this.appendTo();
  }
  appendTo() {
    let out = "";
    switch (this.op) {
      case Regexp2.Op.NO_MATCH:
        out += "[^\\x00-\\x{10FFFF}]";
        break;
      case Regexp2.Op.EMPTY_MATCH:
        out += "(?:)";
        break;
      case Regexp2.Op.STAR:
      case Regexp2.Op.PLUS:
      case Regexp2.Op.QUEST:
      case Regexp2.Op.REPEAT: {
        const sub = this.subs[0];
        if (sub.op > Regexp2.Op.CAPTURE || sub.op === Regexp2.Op.LITERAL && sub.runes.length > 1) out += `(?:${sub.appendTo()})`;
        else out += sub.appendTo();
        switch (this.op) {
          case Regexp2.Op.STAR:
            out += "*";
            break;
          case Regexp2.Op.PLUS:
            out += "+";
            break;
          case Regexp2.Op.QUEST:
            out += "?";
            break;
          case Regexp2.Op.REPEAT:
            out += `{${this.min}`;
            if (this.min !== this.max) {
              out += ",";
              if (this.max >= 0) out += this.max;
            }
            out += "}";
        }
        if ((this.flags & RE2Flags.NON_GREEDY) !== 0) out += "?";
        break;
      }
      case Regexp2.Op.CONCAT:
        for (let sub of this.subs) if (sub.op === Regexp2.Op.ALTERNATE) out += `(?:${sub.appendTo()})`;
        else out += sub.appendTo();
        break;
      case Regexp2.Op.ALTERNATE: {
        let sep = "";
        for (let sub of this.subs) {
          out += sep;
          sep = "|";
          out += sub.appendTo();
        }
        break;
      }
      case Regexp2.Op.LITERAL:
        if ((this.flags & RE2Flags.FOLD_CASE) !== 0) out += "(?i:";
        for (let rune of this.runes) out += Utils.escapeRune(rune);
        if ((this.flags & RE2Flags.FOLD_CASE) !== 0) out += ")";
        break;
      case Regexp2.Op.ANY_CHAR_NOT_NL:
        out += "(?-s:.)";
        break;
      case Regexp2.Op.ANY_CHAR:
        out += "(?s:.)";
        break;
      case Regexp2.Op.PLB:
        out += `(?<=${this.subs[0].appendTo()})`;
        break;
      case Regexp2.Op.NLB:
        out += `(?<!${this.subs[0].appendTo()})`;
        break;
      case Regexp2.Op.CAPTURE:
        if (this.name === null || this.name.length === 0) out += "(";
        else out += `(?P<${this.name}>`;
        if (this.subs[0].op !== Regexp2.Op.EMPTY_MATCH) out += this.subs[0].appendTo();
        out += ")";
        break;
      case Regexp2.Op.BEGIN_TEXT:
        out += "\\A";
        break;
      case Regexp2.Op.END_TEXT:
        if ((this.flags & RE2Flags.WAS_DOLLAR) !== 0) out += "(?-m:$)";
        else out += "\\z";
        break;
      case Regexp2.Op.BEGIN_LINE:
        out += "^";
        break;
      case Regexp2.Op.END_LINE:
        out += "$";
        break;
      case Regexp2.Op.WORD_BOUNDARY:
        out += "\\b";
        break;
      case Regexp2.Op.NO_WORD_BOUNDARY:
        out += "\\B";
        break;
      case Regexp2.Op.CHAR_CLASS:
        if (this.runes.length % 2 !== 0) {
          out += "[invalid char class]";
          break;
        }
        out += "[";
        if (this.runes.length === 0) out += "^\\x00-\\x{10FFFF}";
        else if (this.runes[0] === 0 && this.runes[this.runes.length - 1] === Unicode.MAX_RUNE) {
          out += "^";
          for (let i = 1; i < this.runes.length - 1; i += 2) {
            const lo = this.runes[i] + 1;
            const hi = this.runes[i + 1] - 1;
            out += Regexp2.quoteIfHyphen(lo);
            out += Utils.escapeRune(lo);
            if (lo !== hi) {
              out += "-";
              out += Regexp2.quoteIfHyphen(hi);
              out += Utils.escapeRune(hi);
            }
          }
        } else for (let i = 0; i < this.runes.length; i += 2) {
          const lo = this.runes[i];
          const hi = this.runes[i + 1];
          out += Regexp2.quoteIfHyphen(lo);
          out += Utils.escapeRune(lo);
          if (lo !== hi) {
            out += "-";
            out += Regexp2.quoteIfHyphen(hi);
            out += Utils.escapeRune(hi);
          }
        }
        out += "]";
        break;
      default:
        out += this.op;
    }
    return out;
  }
  maxCap() {
    let m = 0;
    if (this.op === Regexp2.Op.CAPTURE) m = this.cap;
    if (this.subs !== null) for (let sub of this.subs) {
      const n = sub.maxCap();
      if (m < n) m = n;
    }
    return m;
  }
  equals(that) {
    if (!(that !== null && that instanceof Regexp2)) return false;
    if (this.op !== that.op) return false;
    switch (this.op) {
      case Regexp2.Op.END_TEXT:
        if ((this.flags & RE2Flags.WAS_DOLLAR) !== (that.flags & RE2Flags.WAS_DOLLAR)) return false;
        break;
      case Regexp2.Op.LITERAL:
      case Regexp2.Op.CHAR_CLASS:
        if ((this.flags & RE2Flags.FOLD_CASE) !== (that.flags & RE2Flags.FOLD_CASE)) return false;
        if (this.runes === null && that.runes === null) break;
        if (this.runes === null || that.runes === null) return false;
        if (this.runes.length !== that.runes.length) return false;
        for (let i = 0; i < this.runes.length; i++) if (this.runes[i] !== that.runes[i]) return false;
        break;
      case Regexp2.Op.ALTERNATE:
      case Regexp2.Op.CONCAT:
        if (this.subs.length !== that.subs.length) return false;
        for (let i = 0; i < this.subs.length; ++i) if (!this.subs[i].equals(that.subs[i])) return false;
        break;
      case Regexp2.Op.STAR:
      case Regexp2.Op.PLUS:
      case Regexp2.Op.QUEST:
        if ((this.flags & RE2Flags.NON_GREEDY) !== (that.flags & RE2Flags.NON_GREEDY) || !this.subs[0].equals(that.subs[0])) return false;
        break;
      case Regexp2.Op.REPEAT:
        if ((this.flags & RE2Flags.NON_GREEDY) !== (that.flags & RE2Flags.NON_GREEDY) || this.min !== that.min || this.max !== that.max || !this.subs[0].equals(that.subs[0])) return false;
        break;
      case Regexp2.Op.CAPTURE:
        if (this.cap !== that.cap || (this.name === null ? that.name !== null : this.name !== that.name) || !this.subs[0].equals(that.subs[0])) return false;
        break;
      case Regexp2.Op.PLB:
      case Regexp2.Op.NLB:
        if (this.lb !== that.lb || !this.subs[0].equals(that.subs[0])) return false;
    }
    return true;
  }
};
var RegexpWalker = class {
  static walk(root, handler) {
    const stack = [];
    let re = root;
    let result;
    for (; ; ) {
      if (re.subs.length === 0) result = handler.leaf(re);
      else {
        const state = handler.enter(re);
        if (state.result === void 0) {
          stack.push({
            re,
            state,
            i: 0
          });
          re = re.subs[0];
          continue;
        }
        result = state.result;
      }
      for (; ; ) {
        if (stack.length === 0) return result;
        const frame = stack[stack.length - 1];
        handler.child(frame.re, frame.state, result, frame.i);
        frame.i++;
        if (frame.state.result === void 0 && frame.i < frame.re.subs.length) {
          re = frame.re.subs[frame.i];
          break;
        }
        stack.pop();
        result = frame.state.result !== void 0 ? frame.state.result : handler.leave(frame.re, frame.state);
      }
    }
  }
};
var AhoCorasick = class {
  constructor(words4, alphabetSize) {
    const edges = /* @__PURE__ */ new Map();
    const parent = [0];
    const unit = [0];
    const depth = [0];
    const terminal = [0];
    for (const word of words4) {
      let node = 0;
      for (let i = 0; i < word.length; i++) {
        const key = node * alphabetSize + word[i];
        let child = edges.get(key);
        if (child === void 0) {
          child = parent.length;
          edges.set(key, child);
          parent.push(node);
          unit.push(word[i]);
          depth.push(depth[node] + 1);
          terminal.push(0);
        }
        node = child;
      }
      terminal[node] = 1;
    }
    const numNodes = parent.length;
    const children = new Int32Array(numNodes - 1);
    for (let c = 1; c < numNodes; c++) children[c - 1] = c;
    children.sort((a, b) => parent[a] - parent[b] || unit[a] - unit[b]);
    const childStart = new Int32Array(numNodes + 1);
    for (let c = 1; c < numNodes; c++) childStart[parent[c] + 1]++;
    for (let n = 0; n < numNodes; n++) childStart[n + 1] += childStart[n];
    const childUnit = new Int32Array(numNodes - 1);
    for (let k = 0; k < children.length; k++) childUnit[k] = unit[children[k]];
    this.childStart = childStart;
    this.childUnit = childUnit;
    this.childNode = children;
    const byDepth = new Int32Array(numNodes);
    for (let n = 0; n < numNodes; n++) byDepth[n] = n;
    byDepth.sort((a, b) => depth[a] - depth[b]);
    const fail = new Int32Array(numNodes);
    const match = Uint8Array.from(terminal);
    for (let k = 1; k < numNodes; k++) {
      const c = byDepth[k];
      const p = parent[c];
      if (p !== 0) {
        let f = fail[p];
        let next = this.next(f, unit[c]);
        while (next < 0 && f !== 0) {
          f = fail[f];
          next = this.next(f, unit[c]);
        }
        fail[c] = next >= 0 ? next : 0;
      }
      match[c] |= match[fail[c]];
    }
    this.fail = fail;
    this.match = match;
  }
  next(node, u) {
    let lo = this.childStart[node];
    let hi = this.childStart[node + 1];
    const units2 = this.childUnit;
    while (lo < hi) {
      const mid = lo + hi >> 1;
      const m = units2[mid];
      if (m === u) return this.childNode[mid];
      if (m < u) lo = mid + 1;
      else hi = mid;
    }
    return -1;
  }
  advance(node, u) {
    for (; ; ) {
      const next = this.next(node, u);
      if (next >= 0) return next;
      if (node === 0) return 0;
      node = this.fail[node];
    }
  }
  searchUTF16(charSeq, start, end) {
    let node = 0;
    for (let i = start; i < end; i++) {
      node = this.advance(node, charSeq.charCodeAt(i));
      if (this.match[node] === 1) return true;
    }
    return false;
  }
  searchUTF8(bytes, start, end) {
    let node = 0;
    for (let i = start; i < end; i++) {
      node = this.advance(node, bytes[i]);
      if (this.match[node] === 1) return true;
    }
    return false;
  }
};
var Prefilter = class Prefilter2 {
  static Type = {
    NONE: 0,
    EXACT: 1,
    AND: 2,
    OR: 3
  };
  static MAX_SCANS = 32;
  static MAX_AC_UNITS = 1 << 18;
  constructor(type2) {
    this.type = type2;
    this.subs = [];
    this.str = "";
    this.bytes = null;
    this.cost = type2 === Prefilter2.Type.EXACT ? 1 : 0;
    this.allExact = false;
    this.ac16 = null;
    this.ac8 = null;
  }
  automaton16() {
    if (this.ac16 === null) {
      const words4 = this.subs.map((s) => {
        const arr = new Array(s.str.length);
        for (let i = 0; i < s.str.length; i++) arr[i] = s.str.charCodeAt(i);
        return arr;
      });
      this.ac16 = new AhoCorasick(words4, 65536);
    }
    return this.ac16;
  }
  automaton8() {
    if (this.ac8 === null) this.ac8 = new AhoCorasick(this.subs.map((s) => s.bytes), 256);
    return this.ac8;
  }
  eval(input, pos) {
    switch (this.type) {
      case Prefilter2.Type.NONE:
        return true;
      case Prefilter2.Type.EXACT:
        return input.hasString(this, pos);
      case Prefilter2.Type.AND:
        for (let i = 0; i < this.subs.length; i++) if (!this.subs[i].eval(input, pos)) return false;
        return true;
      case Prefilter2.Type.OR:
        if (this.allExact) return input.hasAnyString(this, pos);
        for (let i = 0; i < this.subs.length; i++) if (this.subs[i].eval(input, pos)) return true;
        return false;
      default:
        return true;
    }
  }
};
var PrefilterTree = class PrefilterTree2 {
  static build(re) {
    if (!re) return new Prefilter(Prefilter.Type.NONE);
    return RegexpWalker.walk(re, PrefilterTree2.WALKER);
  }
  static WALKER = {
    leaf: (re) => PrefilterTree2.leaf(re),
    enter: (re) => PrefilterTree2.enter(re),
    child: (re, state, result) => PrefilterTree2.child(re, state, result),
    leave: (re, state) => PrefilterTree2.leave(re, state)
  };
  static leaf(re) {
    if (re.op !== Regexp.Op.LITERAL) return new Prefilter(Prefilter.Type.NONE);
    if (re.runes.length === 0 || (re.flags & RE2Flags.FOLD_CASE) !== 0) return new Prefilter(Prefilter.Type.NONE);
    let str = "";
    for (let i = 0; i < re.runes.length; i++) {
      if (Unicode.isUnsearchable(re.runes[i])) return new Prefilter(Prefilter.Type.NONE);
      str += String.fromCodePoint(re.runes[i]);
    }
    const pf = new Prefilter(Prefilter.Type.EXACT);
    pf.str = str;
    pf.bytes = Utils.stringToUtf8ByteArray(pf.str);
    return pf;
  }
  static enter(re) {
    switch (re.op) {
      case Regexp.Op.CAPTURE:
      case Regexp.Op.PLUS:
        return { sub: null };
      case Regexp.Op.REPEAT:
        if (re.min >= 1) return { sub: null };
        return { result: new Prefilter(Prefilter.Type.NONE) };
      case Regexp.Op.CONCAT:
        return {
          pf: new Prefilter(Prefilter.Type.AND),
          subs: []
        };
      case Regexp.Op.ALTERNATE:
        return {
          pf: new Prefilter(Prefilter.Type.OR),
          subs: []
        };
      default:
        return { result: new Prefilter(Prefilter.Type.NONE) };
    }
  }
  static child(re, state, s) {
    if (state.subs === void 0) {
      state.sub = s;
      return;
    }
    if (state.pf.type === Prefilter.Type.AND) {
      if (s.type === Prefilter.Type.NONE) return;
      if (s.type === Prefilter.Type.AND) {
        for (let j = 0; j < s.subs.length; j++) state.subs.push(s.subs[j]);
        return;
      }
      state.subs.push(s);
      return;
    }
    if (s.type === Prefilter.Type.NONE) {
      state.result = new Prefilter(Prefilter.Type.NONE);
      return;
    }
    if (s.type === Prefilter.Type.OR) {
      for (let j = 0; j < s.subs.length; j++) state.subs.push(s.subs[j]);
      return;
    }
    state.subs.push(s);
  }
  static leave(re, state) {
    if (state.subs === void 0) return state.sub;
    const pf = state.pf;
    const seen = /* @__PURE__ */ new Set();
    const subs = [];
    for (const sub of state.subs) {
      if (sub.type === Prefilter.Type.EXACT) {
        if (seen.has(sub.str)) continue;
        seen.add(sub.str);
      }
      subs.push(sub);
    }
    if (pf.type === Prefilter.Type.AND) {
      const kept = [];
      let cost2 = 0;
      for (const sub of subs) {
        if (cost2 + sub.cost > Prefilter.MAX_SCANS) continue;
        kept.push(sub);
        cost2 += sub.cost;
      }
      if (kept.length === 0) return new Prefilter(Prefilter.Type.NONE);
      if (kept.length === 1) return kept[0];
      pf.subs = kept;
      pf.cost = cost2;
      return pf;
    }
    if (subs.length === 0) return new Prefilter(Prefilter.Type.NONE);
    if (subs.length === 1) return subs[0];
    pf.subs = subs;
    let allExact = true;
    let cost = 0;
    let units2 = 0;
    for (const sub of subs) {
      if (sub.type !== Prefilter.Type.EXACT) allExact = false;
      else units2 += sub.bytes.length;
      cost += sub.cost;
    }
    if (allExact) {
      if (units2 > Prefilter.MAX_AC_UNITS) return new Prefilter(Prefilter.Type.NONE);
      pf.allExact = true;
      pf.cost = 1;
      return pf;
    }
    if (cost > Prefilter.MAX_SCANS) return new Prefilter(Prefilter.Type.NONE);
    pf.cost = cost;
    return pf;
  }
};
var PatchList = class {
  /**
  * @param {number} head - Encoded pointer to the start of the patch list.
  * @param {number} tail - Encoded pointer to the end of the patch list.
  */
  constructor(head = 0, tail = 0) {
    this.head = head;
    this.tail = tail;
  }
};
var Prog = class {
  constructor() {
    this.inst = [];
    this.start = 0;
    this.numCap = 2;
    this.lbStarts = [];
    this.numLb = 0;
    this.lbInst = null;
  }
  getInst(pc) {
    return this.inst[pc];
  }
  numInst() {
    return this.inst.length;
  }
  addInst(op) {
    this.inst.push(new Inst(op));
  }
  markLookbehindInsts() {
    const lbInst = new Uint8Array(this.inst.length);
    const pending = this.lbStarts.slice();
    while (pending.length > 0) {
      const pc = pending.pop();
      if (pc === 0 || lbInst[pc] === 1) continue;
      lbInst[pc] = 1;
      const i = this.inst[pc];
      switch (i.op) {
        case Inst.ALT:
        case Inst.ALT_MATCH:
          pending.push(i.out, i.arg);
          break;
        case Inst.MATCH:
        case Inst.FAIL:
          break;
        default:
          pending.push(i.out);
      }
    }
    this.lbInst = lbInst;
  }
  skipNop(pc) {
    let i = this.inst[pc];
    while (i.op === Inst.NOP || i.op === Inst.CAPTURE) {
      i = this.inst[pc];
      pc = i.out;
    }
    return i;
  }
  /** @returns {[boolean, string]} */
  prefix() {
    let prefix = "";
    let i = this.skipNop(this.start);
    if (!Inst.isRuneOp(i.op) || i.runes.length !== 1) return [i.op === Inst.MATCH, prefix];
    while (Inst.isRuneOp(i.op) && i.runes.length === 1 && (i.arg & RE2Flags.FOLD_CASE) === 0 && !Unicode.isUnsearchable(i.runes[0])) {
      prefix += String.fromCodePoint(i.runes[0]);
      i = this.skipNop(i.out);
    }
    return [i.op === Inst.MATCH, prefix];
  }
  startCond() {
    let flag = 0;
    let pc = this.start;
    loop: for (; ; ) {
      const i = this.inst[pc];
      switch (i.op) {
        case Inst.EMPTY_WIDTH:
          flag |= i.arg;
          break;
        case Inst.FAIL:
          return -1;
        case Inst.CAPTURE:
        case Inst.NOP:
          break;
        default:
          break loop;
      }
      pc = i.out;
    }
    return flag;
  }
  patch(l, val) {
    let head = l.head;
    while (head !== 0) {
      const i = this.inst[head >> 1];
      if ((head & 1) === 0) {
        head = i.out;
        i.out = val;
      } else {
        head = i.arg;
        i.arg = val;
      }
    }
  }
  append(l1, l2) {
    if (l1.head === 0) return l2;
    if (l2.head === 0) return l1;
    const i = this.inst[l1.tail >> 1];
    if ((l1.tail & 1) === 0) i.out = l2.head;
    else i.arg = l2.head;
    return new PatchList(l1.head, l2.tail);
  }
  /**
  *
  * @returns {string}
  */
  toString() {
    let out = "";
    for (let pc = 0; pc < this.inst.length; pc++) {
      const len = out.length;
      out += pc;
      if (pc === this.start) out += "*";
      out += "        ".substring(out.length - len);
      out += this.inst[pc];
      out += "\n";
    }
    return out;
  }
};
var ANY_RUNE_NOT_NL = new Int32Array([
  0,
  Codepoint.CODES["\n"] - 1,
  Codepoint.CODES["\n"] + 1,
  Unicode.MAX_RUNE
]);
var ANY_RUNE = new Int32Array([0, Unicode.MAX_RUNE]);
var Frag = class {
  constructor(i = 0, out = new PatchList(), nullable2 = false) {
    this.i = i;
    this.out = out;
    this.nullable = nullable2;
  }
};
var Compiler = class Compiler2 {
  static compileRegexp(re) {
    const c = new Compiler2();
    const f = c.compile(re);
    c.prog.patch(f.out, c.newInst(Inst.MATCH).i);
    c.prog.start = f.i;
    c.prog.markLookbehindInsts();
    return c.prog;
  }
  static compileSet(regexps) {
    const c = new Compiler2();
    if (regexps.length === 0) {
      c.prog.start = c.newInst(Inst.FAIL).i;
      c.prog.markLookbehindInsts();
      return c.prog;
    }
    let starts = [];
    for (let i = 0; i < regexps.length; i++) {
      c.lbOffset = c.prog.numLb;
      const f = c.compile(regexps[i]);
      const m = c.newInst(Inst.MATCH);
      c.prog.getInst(m.i).arg = i;
      c.prog.patch(f.out, m.i);
      starts.push(f.i);
    }
    let start = starts[0];
    for (let i = 1; i < starts.length; i++) {
      const f = c.newInst(Inst.ALT);
      const inst = c.prog.getInst(f.i);
      inst.out = start;
      inst.arg = starts[i];
      start = f.i;
    }
    c.prog.start = start;
    c.prog.markLookbehindInsts();
    return c.prog;
  }
  constructor() {
    this.prog = new Prog();
    this.newInst(Inst.FAIL);
    this.lbOffset = 0;
    this.runeCache = /* @__PURE__ */ new Map();
    this.walker = {
      leaf: (re) => this.leaf(re),
      enter: (re) => this.enter(re),
      child: (re, state, result) => this.child(re, state, result),
      leave: (re, state) => this.leave(re, state)
    };
  }
  newInst(op) {
    this.prog.addInst(op);
    return new Frag(this.prog.numInst() - 1, new PatchList(), true);
  }
  nop() {
    const f = this.newInst(Inst.NOP);
    f.out = new PatchList(f.i << 1, f.i << 1);
    return f;
  }
  fail() {
    return new Frag();
  }
  cap(arg) {
    const f = this.newInst(Inst.CAPTURE);
    f.out = new PatchList(f.i << 1, f.i << 1);
    this.prog.getInst(f.i).arg = arg;
    if (this.prog.numCap < arg + 1) this.prog.numCap = arg + 1;
    return f;
  }
  cat(f1, f2) {
    if (f1.i === 0 || f2.i === 0) {
      this.prog.patch(f1.out, 0);
      this.prog.patch(f2.out, 0);
      return this.fail();
    }
    this.prog.patch(f1.out, f2.i);
    return new Frag(f1.i, f2.out, f1.nullable && f2.nullable);
  }
  alt(f1, f2) {
    if (f1.i === 0) return f2;
    if (f2.i === 0) return f1;
    const f = this.newInst(Inst.ALT);
    const i = this.prog.getInst(f.i);
    i.out = f1.i;
    i.arg = f2.i;
    f.out = this.prog.append(f1.out, f2.out);
    f.nullable = f1.nullable || f2.nullable;
    return f;
  }
  loop(f1, nongreedy) {
    const f = this.newInst(Inst.ALT);
    const i = this.prog.getInst(f.i);
    if (nongreedy) {
      i.arg = f1.i;
      f.out = new PatchList(f.i << 1, f.i << 1);
    } else {
      i.out = f1.i;
      f.out = new PatchList(f.i << 1 | 1, f.i << 1 | 1);
    }
    this.prog.patch(f1.out, f.i);
    return f;
  }
  quest(f1, nongreedy) {
    if (f1.i === 0) return this.nop();
    const f = this.newInst(Inst.ALT);
    const i = this.prog.getInst(f.i);
    if (nongreedy) {
      i.arg = f1.i;
      f.out = new PatchList(f.i << 1, f.i << 1);
    } else {
      i.out = f1.i;
      f.out = new PatchList(f.i << 1 | 1, f.i << 1 | 1);
    }
    f.out = this.prog.append(f.out, f1.out);
    return f;
  }
  star(f1, nongreedy) {
    if (f1.i === 0) return this.nop();
    if (f1.nullable) return this.quest(this.plus(f1, nongreedy), nongreedy);
    return this.loop(f1, nongreedy);
  }
  plus(f1, nongreedy) {
    if (f1.i === 0) return this.fail();
    return new Frag(f1.i, this.loop(f1, nongreedy).out, f1.nullable);
  }
  empty(op) {
    const f = this.newInst(Inst.EMPTY_WIDTH);
    this.prog.getInst(f.i).arg = op;
    f.out = new PatchList(f.i << 1, f.i << 1);
    return f;
  }
  rune(runes, flags) {
    const f = this.newInst(Inst.RUNE);
    f.nullable = false;
    const i = this.prog.getInst(f.i);
    i.runes = runes;
    flags &= RE2Flags.FOLD_CASE;
    if (runes.length !== 1 || Unicode.simpleFold(runes[0]) === runes[0]) flags &= ~RE2Flags.FOLD_CASE;
    i.arg = flags;
    f.out = new PatchList(f.i << 1, f.i << 1);
    if ((flags & RE2Flags.FOLD_CASE) === 0 && runes.length === 1 || runes.length === 2 && runes[0] === runes[1]) i.op = Inst.RUNE1;
    else if (runes.length === 2 && runes[0] === 0 && runes[1] === Unicode.MAX_RUNE) i.op = Inst.RUNE_ANY;
    else if (runes.length === 4 && runes[0] === 0 && runes[1] === Codepoint.CODES["\n"] - 1 && runes[2] === Codepoint.CODES["\n"] + 1 && runes[3] === Unicode.MAX_RUNE) i.op = Inst.RUNE_ANY_NOT_NL;
    return f;
  }
  lookBehind(a, parsedLb) {
    const lb = Math.sign(parsedLb) * (Math.abs(parsedLb) + this.lbOffset);
    const id = this.newInst(Inst.LB_WRITE);
    this.prog.getInst(id.i).arg = lb;
    const any = this.rune(ANY_RUNE, 0);
    const dotStar = this.star(any, true);
    const lbAutomaton = this.cat(dotStar, a);
    this.prog.patch(lbAutomaton.out, id.i);
    const checkId = this.newInst(Inst.LB_CHECK);
    this.prog.getInst(checkId.i).arg = lb;
    this.prog.lbStarts.push(lbAutomaton.i);
    if (Math.abs(lb) > this.prog.numLb) this.prog.numLb = Math.abs(lb);
    checkId.out = new PatchList(checkId.i << 1, checkId.i << 1);
    return checkId;
  }
  compile(re) {
    return RegexpWalker.walk(re, this.walker);
  }
  leaf(re) {
    switch (re.op) {
      case Regexp.Op.NO_MATCH:
        return this.fail();
      case Regexp.Op.EMPTY_MATCH:
        return this.nop();
      case Regexp.Op.LITERAL: {
        if (re.runes.length === 0) return this.nop();
        let f = null;
        for (let r2 of re.runes) {
          let singleRune = this.runeCache.get(r2);
          if (singleRune === void 0) {
            singleRune = new Int32Array([r2]);
            this.runeCache.set(r2, singleRune);
          }
          const f1 = this.rune(singleRune, re.flags);
          f = f === null ? f1 : this.cat(f, f1);
        }
        return f;
      }
      case Regexp.Op.CHAR_CLASS:
        return this.rune(re.runes, re.flags);
      case Regexp.Op.ANY_CHAR_NOT_NL:
        return this.rune(ANY_RUNE_NOT_NL, 0);
      case Regexp.Op.ANY_CHAR:
        return this.rune(ANY_RUNE, 0);
      case Regexp.Op.BEGIN_LINE:
        return this.empty(Utils.EMPTY_BEGIN_LINE);
      case Regexp.Op.END_LINE:
        return this.empty(Utils.EMPTY_END_LINE);
      case Regexp.Op.BEGIN_TEXT:
        return this.empty(Utils.EMPTY_BEGIN_TEXT);
      case Regexp.Op.END_TEXT:
        return this.empty(Utils.EMPTY_END_TEXT);
      case Regexp.Op.WORD_BOUNDARY:
        return this.empty(Utils.EMPTY_WORD_BOUNDARY);
      case Regexp.Op.NO_WORD_BOUNDARY:
        return this.empty(Utils.EMPTY_NO_WORD_BOUNDARY);
      case Regexp.Op.CONCAT:
      case Regexp.Op.ALTERNATE:
        return this.nop();
      default:
        throw new RE2JSCompileException("regexp: unhandled case in compile");
    }
  }
  enter(re) {
    switch (re.op) {
      case Regexp.Op.PLB:
      case Regexp.Op.NLB:
      case Regexp.Op.STAR:
      case Regexp.Op.PLUS:
      case Regexp.Op.QUEST:
        return { sub: null };
      case Regexp.Op.CAPTURE:
        return {
          bra: this.cap(re.cap << 1),
          sub: null
        };
      case Regexp.Op.CONCAT:
      case Regexp.Op.ALTERNATE:
        return { f: null };
      default:
        throw new RE2JSCompileException("regexp: unhandled case in compile");
    }
  }
  child(re, state, f1) {
    if (re.op === Regexp.Op.CONCAT) state.f = state.f === null ? f1 : this.cat(state.f, f1);
    else if (re.op === Regexp.Op.ALTERNATE) state.f = state.f === null ? f1 : this.alt(state.f, f1);
    else state.sub = f1;
  }
  leave(re, state) {
    switch (re.op) {
      case Regexp.Op.PLB:
      case Regexp.Op.NLB:
        return this.lookBehind(state.sub, re.lb);
      case Regexp.Op.CAPTURE: {
        const ket = this.cap(re.cap << 1 | 1);
        return this.cat(this.cat(state.bra, state.sub), ket);
      }
      case Regexp.Op.STAR:
        return this.star(state.sub, (re.flags & RE2Flags.NON_GREEDY) !== 0);
      case Regexp.Op.PLUS:
        return this.plus(state.sub, (re.flags & RE2Flags.NON_GREEDY) !== 0);
      case Regexp.Op.QUEST:
        return this.quest(state.sub, (re.flags & RE2Flags.NON_GREEDY) !== 0);
      case Regexp.Op.CONCAT:
      case Regexp.Op.ALTERNATE:
        return state.f;
      default:
        throw new RE2JSCompileException("regexp: unhandled case in compile");
    }
  }
};
var Simplify = class Simplify2 {
  static simplify(re) {
    if (re === null) return null;
    return RegexpWalker.walk(re, Simplify2.WALKER);
  }
  static WALKER = {
    leaf: (re) => Simplify2.leaf(re),
    enter: (re) => Simplify2.enter(re),
    child: (re, state, result, i) => Simplify2.child(re, state, result, i),
    leave: (re, state) => Simplify2.leave(re, state)
  };
  static leaf(re) {
    if (re.op === Regexp.Op.CHAR_CLASS) {
      if (re.runes === null) return re;
      if (re.runes.length === 0) return new Regexp(Regexp.Op.NO_MATCH);
      if (re.runes.length === 2 && re.runes[0] === 0 && re.runes[1] === Unicode.MAX_RUNE) return new Regexp(Regexp.Op.ANY_CHAR);
      if (re.runes.length === 4 && re.runes[0] === 0 && re.runes[1] === Codepoint.CODES["\n"] - 1 && re.runes[2] === Codepoint.CODES["\n"] + 1 && re.runes[3] === Unicode.MAX_RUNE) return new Regexp(Regexp.Op.ANY_CHAR_NOT_NL);
    }
    return re;
  }
  static enter(re) {
    switch (re.op) {
      case Regexp.Op.PLB:
      case Regexp.Op.NLB:
      case Regexp.Op.CAPTURE:
      case Regexp.Op.STAR:
      case Regexp.Op.PLUS:
      case Regexp.Op.QUEST:
        return { sub: null };
      case Regexp.Op.CONCAT:
      case Regexp.Op.ALTERNATE:
        return {
          subs: [],
          changed: false
        };
      case Regexp.Op.REPEAT:
        if (re.min === 0 && re.max === 0) return { result: new Regexp(Regexp.Op.EMPTY_MATCH) };
        return { sub: null };
      default:
        return { result: re };
    }
  }
  static child(re, state, nsub, i) {
    if (state.subs === void 0) {
      state.sub = nsub;
      return;
    }
    if (nsub !== re.subs[i]) state.changed = true;
    if (re.op === Regexp.Op.CONCAT) {
      if (nsub.op === Regexp.Op.NO_MATCH) {
        state.result = new Regexp(Regexp.Op.NO_MATCH);
        return;
      }
      if (nsub.op === Regexp.Op.EMPTY_MATCH) {
        state.changed = true;
        return;
      }
      if (nsub.op === Regexp.Op.CONCAT) {
        state.changed = true;
        for (let j = 0; j < nsub.subs.length; j++) state.subs.push(nsub.subs[j]);
        return;
      }
    } else {
      if (nsub.op === Regexp.Op.NO_MATCH) {
        state.changed = true;
        return;
      }
      if (nsub.op === Regexp.Op.ALTERNATE) {
        state.changed = true;
        for (let j = 0; j < nsub.subs.length; j++) state.subs.push(nsub.subs[j]);
        return;
      }
    }
    state.subs.push(nsub);
  }
  static leave(re, state) {
    switch (re.op) {
      case Regexp.Op.PLB:
      case Regexp.Op.NLB:
      case Regexp.Op.CAPTURE: {
        const sub = state.sub;
        if (sub !== re.subs[0]) {
          const nre = Regexp.fromRegexp(re);
          nre.runes = /* @__PURE__ */ new Int32Array(0);
          nre.subs = [sub];
          return nre;
        }
        return re;
      }
      case Regexp.Op.CONCAT:
      case Regexp.Op.ALTERNATE:
        if (state.changed) {
          const newSubs = state.subs;
          if (newSubs.length === 0) return new Regexp(re.op === Regexp.Op.CONCAT ? Regexp.Op.EMPTY_MATCH : Regexp.Op.NO_MATCH);
          if (newSubs.length === 1) return newSubs[0];
          const nre = Regexp.fromRegexp(re);
          nre.runes = /* @__PURE__ */ new Int32Array(0);
          nre.subs = newSubs;
          return nre;
        }
        return re;
      case Regexp.Op.STAR:
      case Regexp.Op.PLUS:
      case Regexp.Op.QUEST:
        return Simplify2.simplify1(re.op, re.flags, state.sub, re);
      case Regexp.Op.REPEAT:
        return Simplify2.simplifyRepeat(re, state.sub);
      default:
        return re;
    }
  }
  static simplifyRepeat(re, sub) {
    if (re.max === -1) {
      if (re.min === 0) return Simplify2.simplify1(Regexp.Op.STAR, re.flags, sub, null);
      if (re.min === 1) return Simplify2.simplify1(Regexp.Op.PLUS, re.flags, sub, null);
      const subs = [];
      for (let i = 0; i < re.min - 1; i++) subs.push(sub);
      subs.push(Simplify2.simplify1(Regexp.Op.PLUS, re.flags, sub, null));
      return Simplify2.concat(subs);
    }
    if (re.min === 1 && re.max === 1) return sub;
    let prefixSubs = null;
    if (re.min > 0) {
      prefixSubs = [];
      for (let i = 0; i < re.min; i++) prefixSubs.push(sub);
    }
    if (re.max > re.min) {
      let suffix = Simplify2.simplify1(Regexp.Op.QUEST, re.flags, sub, null);
      for (let i = re.min + 1; i < re.max; i++) suffix = Simplify2.simplify1(Regexp.Op.QUEST, re.flags, Simplify2.concat([sub, suffix]), null);
      if (prefixSubs === null) return suffix;
      prefixSubs.push(suffix);
    }
    if (prefixSubs !== null) return Simplify2.concat(prefixSubs);
    return new Regexp(Regexp.Op.NO_MATCH);
  }
  static concat(subs) {
    const newSubs = [];
    for (let i = 0; i < subs.length; i++) {
      const sub = subs[i];
      if (sub.op === Regexp.Op.NO_MATCH) return new Regexp(Regexp.Op.NO_MATCH);
      if (sub.op === Regexp.Op.EMPTY_MATCH) continue;
      if (sub.op === Regexp.Op.CONCAT) {
        for (let j = 0; j < sub.subs.length; j++) newSubs.push(sub.subs[j]);
        continue;
      }
      newSubs.push(sub);
    }
    if (newSubs.length === 0) return new Regexp(Regexp.Op.EMPTY_MATCH);
    if (newSubs.length === 1) return newSubs[0];
    const nre = new Regexp(Regexp.Op.CONCAT);
    nre.subs = newSubs;
    return nre;
  }
  static simplify1(op, flags, sub, re) {
    if (sub.op === Regexp.Op.EMPTY_MATCH) return sub;
    if (sub.op === Regexp.Op.NO_MATCH) {
      if (op === Regexp.Op.PLUS) return sub;
      return new Regexp(Regexp.Op.EMPTY_MATCH);
    }
    if (op === sub.op && (flags & RE2Flags.NON_GREEDY) === (sub.flags & RE2Flags.NON_GREEDY)) return sub;
    if (re !== null && re.op === op && (re.flags & RE2Flags.NON_GREEDY) === (flags & RE2Flags.NON_GREEDY) && sub === re.subs[0]) return re;
    const nre = new Regexp(op);
    nre.flags = flags;
    nre.subs = [sub];
    return nre;
  }
};
var CharGroup = class {
  constructor(sign, cls) {
    this.sign = sign;
    this.cls = cls;
  }
};
var code1 = [48, 57];
var code2 = [
  9,
  10,
  12,
  13,
  32,
  32
];
var code3 = [
  48,
  57,
  65,
  90,
  95,
  95,
  97,
  122
];
var PERL_GROUPS = /* @__PURE__ */ new Map([
  ["\\d", new CharGroup(1, code1)],
  ["\\D", new CharGroup(-1, code1)],
  ["\\s", new CharGroup(1, code2)],
  ["\\S", new CharGroup(-1, code2)],
  ["\\w", new CharGroup(1, code3)],
  ["\\W", new CharGroup(-1, code3)]
]);
var code4 = [
  48,
  57,
  65,
  90,
  97,
  122
];
var code5 = [
  65,
  90,
  97,
  122
];
var code6 = [0, 127];
var code7 = [
  9,
  9,
  32,
  32
];
var code8 = [
  0,
  31,
  127,
  127
];
var code9 = [48, 57];
var code10 = [33, 126];
var code11 = [97, 122];
var code12 = [32, 126];
var code13 = [
  33,
  47,
  58,
  64,
  91,
  96,
  123,
  126
];
var code14 = [
  9,
  13,
  32,
  32
];
var code15 = [65, 90];
var code16 = [
  48,
  57,
  65,
  90,
  95,
  95,
  97,
  122
];
var code17 = [
  48,
  57,
  65,
  70,
  97,
  102
];
var POSIX_GROUPS = /* @__PURE__ */ new Map([
  ["[:alnum:]", new CharGroup(1, code4)],
  ["[:^alnum:]", new CharGroup(-1, code4)],
  ["[:alpha:]", new CharGroup(1, code5)],
  ["[:^alpha:]", new CharGroup(-1, code5)],
  ["[:ascii:]", new CharGroup(1, code6)],
  ["[:^ascii:]", new CharGroup(-1, code6)],
  ["[:blank:]", new CharGroup(1, code7)],
  ["[:^blank:]", new CharGroup(-1, code7)],
  ["[:cntrl:]", new CharGroup(1, code8)],
  ["[:^cntrl:]", new CharGroup(-1, code8)],
  ["[:digit:]", new CharGroup(1, code9)],
  ["[:^digit:]", new CharGroup(-1, code9)],
  ["[:graph:]", new CharGroup(1, code10)],
  ["[:^graph:]", new CharGroup(-1, code10)],
  ["[:lower:]", new CharGroup(1, code11)],
  ["[:^lower:]", new CharGroup(-1, code11)],
  ["[:print:]", new CharGroup(1, code12)],
  ["[:^print:]", new CharGroup(-1, code12)],
  ["[:punct:]", new CharGroup(1, code13)],
  ["[:^punct:]", new CharGroup(-1, code13)],
  ["[:space:]", new CharGroup(1, code14)],
  ["[:^space:]", new CharGroup(-1, code14)],
  ["[:upper:]", new CharGroup(1, code15)],
  ["[:^upper:]", new CharGroup(-1, code15)],
  ["[:word:]", new CharGroup(1, code16)],
  ["[:^word:]", new CharGroup(-1, code16)],
  ["[:xdigit:]", new CharGroup(1, code17)],
  ["[:^xdigit:]", new CharGroup(-1, code17)]
]);
var CharClass = class CharClass2 {
  static charClassToString(r2, len) {
    let result = "[";
    for (let i = 0; i < len; i += 2) {
      if (i > 0) result += " ";
      const lo = r2[i];
      const hi = r2[i + 1];
      if (lo === hi) result += `0x${lo.toString(16)}`;
      else result += `0x${lo.toString(16)}-0x${hi.toString(16)}`;
    }
    result += "]";
    return result;
  }
  static sortRanges(array2, len) {
    const n = len >> 1;
    const order2 = new Array(n);
    for (let i = 0; i < n; i++) order2[i] = i;
    order2.sort((a, b) => array2[2 * a] - array2[2 * b] || array2[2 * b + 1] - array2[2 * a + 1]);
    const sorted = array2.slice(0, len);
    for (let i = 0; i < n; i++) {
      array2[2 * i] = sorted[2 * order2[i]];
      array2[2 * i + 1] = sorted[2 * order2[i] + 1];
    }
  }
  /**
  * @param {number[]|Int32Array} [r]
  */
  constructor(r2 = Utils.emptyInts()) {
    this.r = r2;
    this.len = r2.length;
  }
  toArray() {
    if (this.r instanceof Int32Array) return this.len === this.r.length ? this.r : this.r.subarray(0, this.len);
    return new Int32Array(this.len === this.r.length ? this.r : this.r.slice(0, this.len));
  }
  toGrowableArray() {
    if (Array.isArray(this.r)) {
      this.r.length = this.len;
      return this.r;
    }
    return Array.from(this.r.subarray(0, this.len));
  }
  cleanClass() {
    if (this.len < 4) return this;
    CharClass2.sortRanges(this.r, this.len);
    let w = 2;
    for (let i = 2; i < this.len; i += 2) {
      const lo = this.r[i];
      const hi = this.r[i + 1];
      if (lo <= this.r[w - 1] + 1) {
        if (hi > this.r[w - 1]) this.r[w - 1] = hi;
        continue;
      }
      this.r[w] = lo;
      this.r[w + 1] = hi;
      w += 2;
    }
    this.len = w;
    return this;
  }
  appendLiteral(x, flags) {
    return (flags & RE2Flags.FOLD_CASE) !== 0 ? this.appendFoldedRange(x, x) : this.appendRange(x, x);
  }
  appendRange(lo, hi) {
    if (this.len > 0) {
      for (let i = 2; i <= 4; i += 2) if (this.len >= i) {
        const rlo = this.r[this.len - i];
        const rhi = this.r[this.len - i + 1];
        if (lo <= rhi + 1 && rlo <= hi + 1) {
          if (lo < rlo) this.r[this.len - i] = lo;
          if (hi > rhi) this.r[this.len - i + 1] = hi;
          return this;
        }
      }
    }
    this.r[this.len++] = lo;
    this.r[this.len++] = hi;
    return this;
  }
  appendFoldedRange(lo, hi) {
    if (lo <= Unicode.MIN_FOLD && hi >= Unicode.MAX_FOLD) return this.appendRange(lo, hi);
    if (hi < Unicode.MIN_FOLD || lo > Unicode.MAX_FOLD) return this.appendRange(lo, hi);
    if (lo < Unicode.MIN_FOLD) {
      this.appendRange(lo, Unicode.MIN_FOLD - 1);
      lo = Unicode.MIN_FOLD;
    }
    if (hi > Unicode.MAX_FOLD) {
      this.appendRange(Unicode.MAX_FOLD + 1, hi);
      hi = Unicode.MAX_FOLD;
    }
    for (let c = lo; c <= hi; c++) {
      this.appendRange(c, c);
      for (let f = Unicode.simpleFold(c); f !== c; f = Unicode.simpleFold(f)) this.appendRange(f, f);
    }
    return this;
  }
  appendClass(x) {
    for (let i = 0; i < x.length; i += 2) this.appendRange(x[i], x[i + 1]);
    return this;
  }
  appendFoldedClass(x) {
    for (let i = 0; i < x.length; i += 2) this.appendFoldedRange(x[i], x[i + 1]);
    return this;
  }
  appendNegatedClass(x) {
    let nextLo = 0;
    for (let i = 0; i < x.length; i += 2) {
      const lo = x[i];
      const hi = x[i + 1];
      if (nextLo <= lo - 1) this.appendRange(nextLo, lo - 1);
      nextLo = hi + 1;
    }
    if (nextLo <= Unicode.MAX_RUNE) this.appendRange(nextLo, Unicode.MAX_RUNE);
    return this;
  }
  appendTable(table) {
    for (let i = 0; i < table.length; ++i) {
      const lo = table.getLo(i);
      const hi = table.getHi(i);
      const stride = table.getStride(i);
      if (stride === 1) {
        this.appendRange(lo, hi);
        continue;
      }
      for (let c = lo; c <= hi; c += stride) this.appendRange(c, c);
    }
    return this;
  }
  appendNegatedTable(table) {
    let nextLo = 0;
    for (let i = 0; i < table.length; ++i) {
      const lo = table.getLo(i);
      const hi = table.getHi(i);
      const stride = table.getStride(i);
      if (stride === 1) {
        if (nextLo <= lo - 1) this.appendRange(nextLo, lo - 1);
        nextLo = hi + 1;
        continue;
      }
      for (let c = lo; c <= hi; c += stride) {
        if (nextLo <= c - 1) this.appendRange(nextLo, c - 1);
        nextLo = c + 1;
      }
    }
    if (nextLo <= Unicode.MAX_RUNE) this.appendRange(nextLo, Unicode.MAX_RUNE);
    return this;
  }
  appendTableWithSign(table, sign) {
    return sign < 0 ? this.appendNegatedTable(table) : this.appendTable(table);
  }
  negateClass() {
    let nextLo = 0;
    let w = 0;
    for (let i = 0; i < this.len; i += 2) {
      const lo = this.r[i];
      const hi = this.r[i + 1];
      if (nextLo <= lo - 1) {
        this.r[w] = nextLo;
        this.r[w + 1] = lo - 1;
        w += 2;
      }
      nextLo = hi + 1;
    }
    this.len = w;
    if (nextLo <= Unicode.MAX_RUNE) {
      this.r[this.len++] = nextLo;
      this.r[this.len++] = Unicode.MAX_RUNE;
    }
    return this;
  }
  appendClassWithSign(x, sign) {
    return sign < 0 ? this.appendNegatedClass(x) : this.appendClass(x);
  }
  appendGroup(g, foldCase) {
    let cls = g.cls;
    if (foldCase) cls = new CharClass2().appendFoldedClass(cls).cleanClass().toArray();
    return this.appendClassWithSign(cls, g.sign);
  }
  toString() {
    return CharClass2.charClassToString(this.r, this.len);
  }
};
var StringIterator = class {
  constructor(str) {
    this.str = str;
    this.position = 0;
  }
  pos() {
    return this.position;
  }
  rewindTo(pos) {
    this.position = pos;
  }
  more() {
    return this.position < this.str.length;
  }
  peek() {
    return this.str.codePointAt(this.position);
  }
  skip(n) {
    this.position += n;
  }
  skipString(s) {
    this.position += s.length;
  }
  pop() {
    const r2 = this.str.codePointAt(this.position);
    this.position += Utils.charCount(r2);
    return r2;
  }
  lookingAt(s) {
    return this.str.startsWith(s, this.position);
  }
  rest() {
    return this.str.substring(this.position);
  }
  from(beforePos) {
    return this.str.substring(beforePos, this.position);
  }
  toString() {
    return this.rest();
  }
};
var Parser2 = class Parser3 {
  static ERR_INTERNAL_ERROR = "regexp/syntax: internal error";
  static ERR_INVALID_CHAR_RANGE = "invalid character class range";
  static ERR_INVALID_ESCAPE = "invalid escape sequence";
  static ERR_INVALID_NAMED_CAPTURE = "invalid named capture";
  static ERR_INVALID_PERL_OP = "invalid or unsupported Perl syntax";
  static ERR_INVALID_REPEAT_OP = "invalid nested repetition operator";
  static ERR_INVALID_REPEAT_SIZE = "invalid repeat count";
  static ERR_MISSING_BRACKET = "missing closing ]";
  static ERR_MISSING_PAREN = "missing closing )";
  static ERR_MISSING_REPEAT_ARGUMENT = "missing argument to repetition operator";
  static ERR_TRAILING_BACKSLASH = "trailing backslash at end of expression";
  static ERR_DUPLICATE_NAMED_CAPTURE = "duplicate capture group name";
  static ERR_UNEXPECTED_PAREN = "unexpected )";
  static ERR_NESTING_DEPTH = "expression nests too deeply";
  static ERR_LARGE = "expression too large";
  static ERR_INVALID_CAPTURE_IN_LOOKBEHIND = "invalid capture in lookbehind";
  static MAX_HEIGHT = 1e3;
  static MAX_SIZE = 1398101;
  static MAX_RUNES = 33554432;
  static ANY_TABLE = new UnicodeRangeTable(new Uint32Array([
    0,
    Unicode.MAX_RUNE,
    1
  ]));
  static ASCII_TABLE = new UnicodeRangeTable(new Uint32Array([
    0,
    127,
    1
  ]));
  static ASCII_FOLD_TABLE = new UnicodeRangeTable(new Uint32Array([
    0,
    127,
    1,
    383,
    383,
    1,
    8490,
    8490,
    1
  ]));
  static unicodeTable(name) {
    if (name === "Any") return {
      tab: Parser3.ANY_TABLE,
      fold: Parser3.ANY_TABLE,
      sign: 1
    };
    if (name === "Ascii") return {
      tab: Parser3.ASCII_TABLE,
      fold: Parser3.ASCII_FOLD_TABLE,
      sign: 1
    };
    if (name === "Assigned") return {
      tab: UnicodeTables.CATEGORIES.get("Cn"),
      fold: UnicodeTables.CATEGORIES.get("Cn"),
      sign: -1
    };
    if (name === "Lc") return {
      tab: UnicodeTables.CATEGORIES.get("LC"),
      fold: UnicodeTables.FOLD_CATEGORIES.get("LC"),
      sign: 1
    };
    if (UnicodeTables.CATEGORIES.has(name)) return {
      tab: UnicodeTables.CATEGORIES.get(name),
      fold: UnicodeTables.FOLD_CATEGORIES.get(name),
      sign: 1
    };
    if (UnicodeTables.SCRIPTS.has(name)) return {
      tab: UnicodeTables.SCRIPTS.get(name),
      fold: UnicodeTables.FOLD_SCRIPT.get(name),
      sign: 1
    };
    return null;
  }
  static minFoldRune(r2) {
    if (r2 < Unicode.MIN_FOLD || r2 > Unicode.MAX_FOLD) return r2;
    let min = r2;
    const r0 = r2;
    for (r2 = Unicode.simpleFold(r2); r2 !== r0; r2 = Unicode.simpleFold(r2)) if (min > r2) min = r2;
    return min;
  }
  static leadingRegexp(re) {
    if (re.op === Regexp.Op.EMPTY_MATCH) return null;
    if (re.op === Regexp.Op.CONCAT && re.subs.length > 0) {
      const sub = re.subs[0];
      if (sub.op === Regexp.Op.EMPTY_MATCH) return null;
      return sub;
    }
    return re;
  }
  static literalRegexp(s, flags) {
    const re = new Regexp(Regexp.Op.LITERAL);
    re.flags = flags;
    re.runes = Utils.stringToRunes(s);
    return re;
  }
  /**
  * Parse regular expression pattern {@code pattern} with mode flags {@code flags}.
  * @param {string} pattern
  * @param {number} flags
  */
  static parse(pattern, flags) {
    return new Parser3(pattern, flags).parseInternal();
  }
  static parseRepeat(t) {
    const start = t.pos();
    if (!t.more() || !t.lookingAt("{")) return -1;
    t.skip(1);
    const min = Parser3.parseInt(t);
    if (min === -1) return -1;
    if (!t.more()) return -1;
    let max;
    if (!t.lookingAt(",")) max = min;
    else {
      t.skip(1);
      if (!t.more()) return -1;
      if (t.lookingAt("}")) max = -1;
      else if ((max = Parser3.parseInt(t)) === -1) return -1;
    }
    if (!t.more() || !t.lookingAt("}")) return -1;
    t.skip(1);
    if (min < 0 || min > 1e3 || max === -2 || max > 1e3 || max >= 0 && min > max) throw new RE2JSSyntaxException(Parser3.ERR_INVALID_REPEAT_SIZE, t.from(start));
    return min << 16 | max & Unicode.MAX_BMP;
  }
  static isValidCaptureName(name) {
    if (name.length === 0) return false;
    for (let i = 0; i < name.length; i++) {
      const c = name.codePointAt(i);
      if (c !== Codepoint.CODES["_"] && !Utils.isalnum(c)) return false;
    }
    return true;
  }
  static parseInt(t) {
    const start = t.pos();
    while (t.more() && t.peek() >= Codepoint.CODES["0"] && t.peek() <= Codepoint.CODES["9"]) t.skip(1);
    const n = t.from(start);
    if (n.length === 0 || n.length > 1 && n.codePointAt(0) === Codepoint.CODES["0"]) return -1;
    if (n.length > 8) return -2;
    return parseInt(n, 10);
  }
  static isCharClass(re) {
    return re.op === Regexp.Op.LITERAL && re.runes.length === 1 || re.op === Regexp.Op.CHAR_CLASS || re.op === Regexp.Op.ANY_CHAR_NOT_NL || re.op === Regexp.Op.ANY_CHAR;
  }
  static matchRune(re, r2) {
    switch (re.op) {
      case Regexp.Op.LITERAL:
        return re.runes.length === 1 && re.runes[0] === r2;
      case Regexp.Op.CHAR_CLASS:
        for (let i = 0; i < re.runes.length; i += 2) if (re.runes[i] <= r2 && r2 <= re.runes[i + 1]) return true;
        return false;
      case Regexp.Op.ANY_CHAR_NOT_NL:
        return r2 !== Codepoint.CODES["\n"];
      case Regexp.Op.ANY_CHAR:
        return true;
    }
    return false;
  }
  static mergeCharClass(dst, src) {
    switch (dst.op) {
      case Regexp.Op.ANY_CHAR:
        break;
      case Regexp.Op.ANY_CHAR_NOT_NL:
        if (Parser3.matchRune(src, Codepoint.CODES["\n"])) dst.op = Regexp.Op.ANY_CHAR;
        break;
      case Regexp.Op.CHAR_CLASS: {
        const cc = new CharClass(Array.isArray(dst.runes) ? dst.runes : Array.from(dst.runes));
        if (src.op === Regexp.Op.LITERAL) cc.appendLiteral(src.runes[0], src.flags);
        else cc.appendClass(src.runes);
        dst.runes = cc.toGrowableArray();
        break;
      }
      case Regexp.Op.LITERAL:
        if (src.runes[0] === dst.runes[0] && src.flags === dst.flags) break;
        dst.op = Regexp.Op.CHAR_CLASS;
        dst.runes = new CharClass().appendLiteral(dst.runes[0], dst.flags).appendLiteral(src.runes[0], src.flags).toGrowableArray();
    }
  }
  static parseEscape(t) {
    const startPos = t.pos();
    t.skip(1);
    if (!t.more()) throw new RE2JSSyntaxException(Parser3.ERR_TRAILING_BACKSLASH);
    let c = t.pop();
    bigswitch: switch (c) {
      case Codepoint.CODES["1"]:
      case Codepoint.CODES["2"]:
      case Codepoint.CODES["3"]:
      case Codepoint.CODES["4"]:
      case Codepoint.CODES["5"]:
      case Codepoint.CODES["6"]:
      case Codepoint.CODES["7"]:
        if (!t.more() || t.peek() < Codepoint.CODES["0"] || t.peek() > Codepoint.CODES["7"]) break;
      case Codepoint.CODES["0"]: {
        let r2 = c - Codepoint.CODES["0"];
        for (let i = 1; i < 3; i++) {
          if (!t.more() || t.peek() < Codepoint.CODES["0"] || t.peek() > Codepoint.CODES["7"]) break;
          r2 = r2 * 8 + t.peek() - Codepoint.CODES["0"];
          t.skip(1);
        }
        return r2;
      }
      case Codepoint.CODES["x"]: {
        if (!t.more()) break;
        c = t.pop();
        if (c === Codepoint.CODES["{"]) {
          let nhex = 0;
          let r2 = 0;
          while (true) {
            if (!t.more()) break bigswitch;
            c = t.pop();
            if (c === Codepoint.CODES["}"]) break;
            const v = Utils.unhex(c);
            if (v < 0) break bigswitch;
            r2 = r2 * 16 + v;
            if (r2 > Unicode.MAX_RUNE) break bigswitch;
            nhex++;
          }
          if (nhex === 0) break bigswitch;
          return r2;
        }
        const x = Utils.unhex(c);
        if (!t.more()) break;
        c = t.pop();
        const y = Utils.unhex(c);
        if (x < 0 || y < 0) break;
        return x * 16 + y;
      }
      case Codepoint.CODES["a"]:
        return Codepoint.CODES["\x07"];
      case Codepoint.CODES["f"]:
        return Codepoint.CODES["\f"];
      case Codepoint.CODES["n"]:
        return Codepoint.CODES["\n"];
      case Codepoint.CODES["r"]:
        return Codepoint.CODES["\r"];
      case Codepoint.CODES["t"]:
        return Codepoint.CODES["	"];
      case Codepoint.CODES["v"]:
        return Codepoint.CODES["\v"];
      default:
        if (c <= Unicode.MAX_ASCII && !Utils.isalnum(c)) return c;
    }
    throw new RE2JSSyntaxException(Parser3.ERR_INVALID_ESCAPE, t.from(startPos));
  }
  static parseClassChar(t, wholeClassPos) {
    if (!t.more()) throw new RE2JSSyntaxException(Parser3.ERR_MISSING_BRACKET, t.from(wholeClassPos));
    if (t.lookingAt("\\")) return Parser3.parseEscape(t);
    return t.pop();
  }
  static hasCapture(re) {
    if (re === null) return false;
    if (re.op === Regexp.Op.CAPTURE) return true;
    if (re.subs) {
      for (let sub of re.subs) if (Parser3.hasCapture(sub)) return true;
    }
    return false;
  }
  constructor(wholeRegexp, flags = 0) {
    this.wholeRegexp = wholeRegexp;
    this.flags = flags;
    this.numCap = 0;
    this.namedGroups = /* @__PURE__ */ Object.create(null);
    this.stack = [];
    this.free = null;
    this.numRegexp = 0;
    this.numRunes = 0;
    this.repeats = 0;
    this.height = null;
    this.size = null;
    this.nlb = 0;
  }
  newRegexp(op) {
    let re = this.free;
    if (re !== null && re.subs !== null && re.subs.length > 0) {
      this.free = re.subs[0];
      re.reinit();
      re.op = op;
    } else {
      re = new Regexp(op);
      this.numRegexp += 1;
    }
    return re;
  }
  reuse(re) {
    if (this.height !== null && this.height.has(re)) this.height.delete(re);
    if (re.subs !== null && re.subs.length > 0) re.subs[0] = this.free;
    this.free = re;
  }
  checkLimits(re) {
    if (this.numRunes > Parser3.MAX_RUNES) throw new RE2JSSyntaxException(Parser3.ERR_LARGE);
    this.checkSize(re);
    this.checkHeight(re);
  }
  checkSize(re) {
    if (this.size === null) {
      if (this.repeats === 0) this.repeats = 1;
      if (re.op === Regexp.Op.REPEAT) {
        let n = re.max;
        if (n === -1) n = re.min;
        if (n <= 0) n = 1;
        if (n > Math.floor(Parser3.MAX_SIZE / this.repeats)) this.repeats = Parser3.MAX_SIZE;
        else this.repeats *= n;
      }
      if (this.numRegexp < Math.floor(Parser3.MAX_SIZE / this.repeats)) return;
      this.size = /* @__PURE__ */ new Map();
      for (let reEx of this.stack) this.checkSize(reEx);
    }
    if (this.calcSize(re, true) > Parser3.MAX_SIZE) throw new RE2JSSyntaxException(Parser3.ERR_LARGE);
  }
  calcSize(re, force = false) {
    if (!force && this.size !== null) {
      if (this.size.has(re)) return this.size.get(re);
    }
    let size = 0;
    switch (re.op) {
      case Regexp.Op.LITERAL:
        size = re.runes.length;
        break;
      case Regexp.Op.PLB:
      case Regexp.Op.NLB:
      case Regexp.Op.CAPTURE:
      case Regexp.Op.STAR:
        size = 2 + this.calcSize(re.subs[0]);
        break;
      case Regexp.Op.PLUS:
      case Regexp.Op.QUEST:
        size = 1 + this.calcSize(re.subs[0]);
        break;
      case Regexp.Op.CONCAT:
        for (let sub of re.subs) size = size + this.calcSize(sub);
        break;
      case Regexp.Op.ALTERNATE:
        for (let sub of re.subs) size = size + this.calcSize(sub);
        if (re.subs.length > 1) size = size + re.subs.length - 1;
        break;
      case Regexp.Op.REPEAT: {
        let sub = this.calcSize(re.subs[0]);
        if (re.max === -1) {
          if (re.min === 0) size = 2 + sub;
          else size = 1 + re.min * sub;
          break;
        }
        size = re.max * sub + (re.max - re.min);
        break;
      }
    }
    size = Math.max(1, size);
    if (this.size === null) this.size = /* @__PURE__ */ new Map();
    this.size.set(re, size);
    return size;
  }
  checkHeight(re) {
    if (this.numRegexp < Parser3.MAX_HEIGHT) return;
    if (this.height === null) {
      this.height = /* @__PURE__ */ new Map();
      for (let reEx of this.stack) this.checkHeight(reEx);
    }
    if (this.calcHeight(re, true) > Parser3.MAX_HEIGHT) throw new RE2JSSyntaxException(Parser3.ERR_NESTING_DEPTH);
  }
  calcHeight(re, force = false) {
    if (!force && this.height !== null) {
      if (this.height.has(re)) return this.height.get(re);
    }
    let h = 1;
    for (let sub of re.subs) {
      const hsub = this.calcHeight(sub);
      if (h < 1 + hsub) h = 1 + hsub;
    }
    if (this.height === null) this.height = /* @__PURE__ */ new Map();
    this.height.set(re, h);
    return h;
  }
  pop() {
    return this.stack.pop();
  }
  popToPseudo() {
    const n = this.stack.length;
    let i = n;
    while (i > 0 && !Regexp.isPseudoOp(this.stack[i - 1].op)) i--;
    return this.stack.splice(i, n - i);
  }
  push(re) {
    this.numRunes += re.runes.length;
    if (re.op === Regexp.Op.CHAR_CLASS && re.runes.length === 2 && re.runes[0] === re.runes[1]) {
      if (this.maybeConcat(re.runes[0], this.flags & ~RE2Flags.FOLD_CASE)) return null;
      re.op = Regexp.Op.LITERAL;
      re.runes = [re.runes[0]];
      re.flags = this.flags & ~RE2Flags.FOLD_CASE;
    } else if (re.op === Regexp.Op.CHAR_CLASS && re.runes.length === 4 && re.runes[0] === re.runes[1] && re.runes[2] === re.runes[3] && Unicode.simpleFold(re.runes[0]) === re.runes[2] && Unicode.simpleFold(re.runes[2]) === re.runes[0] || re.op === Regexp.Op.CHAR_CLASS && re.runes.length === 2 && re.runes[0] + 1 === re.runes[1] && Unicode.simpleFold(re.runes[0]) === re.runes[1] && Unicode.simpleFold(re.runes[1]) === re.runes[0]) {
      if (this.maybeConcat(re.runes[0], this.flags | RE2Flags.FOLD_CASE)) return null;
      re.op = Regexp.Op.LITERAL;
      re.runes = [re.runes[0]];
      re.flags = this.flags | RE2Flags.FOLD_CASE;
    } else this.maybeConcat(-1, 0);
    this.stack.push(re);
    this.checkLimits(re);
    return re;
  }
  maybeConcat(r2, flags) {
    const n = this.stack.length;
    if (n < 2) return false;
    const re1 = this.stack[n - 1];
    const re2 = this.stack[n - 2];
    if (re1.op !== Regexp.Op.LITERAL || re2.op !== Regexp.Op.LITERAL || (re1.flags & RE2Flags.FOLD_CASE) !== (re2.flags & RE2Flags.FOLD_CASE)) return false;
    if (!Array.isArray(re2.runes)) re2.runes = Array.from(re2.runes);
    for (let i = 0; i < re1.runes.length; i++) re2.runes.push(re1.runes[i]);
    if (r2 >= 0) {
      re1.runes = [r2];
      re1.flags = flags;
      return true;
    }
    this.pop();
    this.reuse(re1);
    return false;
  }
  newLiteral(r2, flags) {
    const re = this.newRegexp(Regexp.Op.LITERAL);
    re.flags = flags;
    if ((flags & RE2Flags.FOLD_CASE) !== 0) r2 = Parser3.minFoldRune(r2);
    re.runes = [r2];
    return re;
  }
  literal(r2) {
    this.push(this.newLiteral(r2, this.flags));
  }
  op(op) {
    const re = this.newRegexp(op);
    re.flags = this.flags;
    return this.push(re);
  }
  repeat(op, min, max, beforePos, t, lastRepeatPos) {
    let flags = this.flags;
    if ((flags & RE2Flags.PERL_X) !== 0) {
      if (t.more() && t.lookingAt("?")) {
        t.skip(1);
        flags ^= RE2Flags.NON_GREEDY;
      }
      if (lastRepeatPos !== -1) throw new RE2JSSyntaxException(Parser3.ERR_INVALID_REPEAT_OP, t.from(lastRepeatPos));
    }
    const n = this.stack.length;
    if (n === 0) throw new RE2JSSyntaxException(Parser3.ERR_MISSING_REPEAT_ARGUMENT, t.from(beforePos));
    const sub = this.stack[n - 1];
    if (Regexp.isPseudoOp(sub.op)) throw new RE2JSSyntaxException(Parser3.ERR_MISSING_REPEAT_ARGUMENT, t.from(beforePos));
    const re = this.newRegexp(op);
    re.min = min;
    re.max = max;
    re.flags = flags;
    re.subs = [sub];
    this.stack[n - 1] = re;
    this.checkLimits(re);
    if (op === Regexp.Op.REPEAT && (min >= 2 || max >= 2) && !this.repeatIsValid(re, 1e3)) throw new RE2JSSyntaxException(Parser3.ERR_INVALID_REPEAT_SIZE, t.from(beforePos));
  }
  repeatIsValid(re, n) {
    if (re.op === Regexp.Op.REPEAT) {
      let m = re.max;
      if (m === 0) return true;
      if (m < 0) m = re.min;
      if (m > n) return false;
      if (m > 0) n = Math.trunc(n / m);
    }
    for (let sub of re.subs) if (!this.repeatIsValid(sub, n)) return false;
    return true;
  }
  concat() {
    this.maybeConcat(-1, 0);
    const subs = this.popToPseudo();
    if (subs.length === 0) return this.push(this.newRegexp(Regexp.Op.EMPTY_MATCH));
    return this.push(this.collapse(subs, Regexp.Op.CONCAT));
  }
  alternate() {
    const subs = this.popToPseudo();
    if (subs.length > 0) this.cleanAlt(subs[subs.length - 1]);
    if (subs.length === 0) return this.push(this.newRegexp(Regexp.Op.NO_MATCH));
    return this.push(this.collapse(subs, Regexp.Op.ALTERNATE));
  }
  cleanAlt(re) {
    if (re.op === Regexp.Op.CHAR_CLASS) {
      re.runes = new CharClass(Array.from(re.runes)).cleanClass().toArray();
      if (re.runes.length === 2 && re.runes[0] === 0 && re.runes[1] === Unicode.MAX_RUNE) {
        re.runes = /* @__PURE__ */ new Int32Array(0);
        re.op = Regexp.Op.ANY_CHAR;
      } else if (re.runes.length === 4 && re.runes[0] === 0 && re.runes[1] === Codepoint.CODES["\n"] - 1 && re.runes[2] === Codepoint.CODES["\n"] + 1 && re.runes[3] === Unicode.MAX_RUNE) {
        re.runes = /* @__PURE__ */ new Int32Array(0);
        re.op = Regexp.Op.ANY_CHAR_NOT_NL;
      }
    }
  }
  collapse(subs, op) {
    if (subs.length === 1) return subs[0];
    let len = 0;
    for (let sub of subs) len += sub.op === op ? sub.subs.length : 1;
    let newsubs = new Array(len).fill(null);
    let i = 0;
    for (let sub of subs) if (sub.op === op) {
      for (let j = 0; j < sub.subs.length; j++) newsubs[i++] = sub.subs[j];
      this.reuse(sub);
    } else newsubs[i++] = sub;
    let re = this.newRegexp(op);
    re.subs = newsubs;
    if (op === Regexp.Op.ALTERNATE) {
      re.subs = this.factor(re.subs);
      if (re.subs.length === 1) {
        const old = re;
        re = re.subs[0];
        this.reuse(old);
      }
    }
    return re;
  }
  factor(array2) {
    if (array2.length < 2) return array2;
    let s = 0;
    let lensub = array2.length;
    let lenout = 0;
    let str = null;
    let strlen = 0;
    let strflags = 0;
    let start = 0;
    for (let i = 0; i <= lensub; i++) {
      let istr = null;
      let istrlen = 0;
      let iflags = 0;
      if (i < lensub) {
        let re = array2[s + i];
        if (re.op === Regexp.Op.CONCAT && re.subs.length > 0) re = re.subs[0];
        if (re.op === Regexp.Op.LITERAL) {
          istr = re.runes;
          istrlen = re.runes.length;
          iflags = re.flags & RE2Flags.FOLD_CASE;
        }
        if (iflags === strflags) {
          let same = 0;
          while (same < strlen && same < istrlen && str[same] === istr[same]) same++;
          if (same > 0) {
            strlen = same;
            continue;
          }
        }
      }
      if (i === start) {
      } else if (i === start + 1) array2[lenout++] = array2[s + start];
      else {
        const prefix = this.newRegexp(Regexp.Op.LITERAL);
        prefix.flags = strflags;
        prefix.runes = str.slice(0, strlen);
        for (let j = start; j < i; j++) {
          array2[s + j] = this.removeLeadingString(array2[s + j], strlen);
          this.checkLimits(array2[s + j]);
        }
        const suffix = this.collapse(array2.slice(s + start, s + i), Regexp.Op.ALTERNATE);
        const re = this.newRegexp(Regexp.Op.CONCAT);
        re.subs = [prefix, suffix];
        array2[lenout++] = re;
      }
      start = i;
      str = istr;
      strlen = istrlen;
      strflags = iflags;
    }
    lensub = lenout;
    s = 0;
    start = 0;
    lenout = 0;
    let first = null;
    for (let i = 0; i <= lensub; i++) {
      let ifirst = null;
      if (i < lensub) {
        ifirst = Parser3.leadingRegexp(array2[s + i]);
        if (first !== null && first.equals(ifirst) && (Parser3.isCharClass(first) || first.op === Regexp.Op.REPEAT && first.min === first.max && Parser3.isCharClass(first.subs[0]))) continue;
      }
      if (i === start) {
      } else if (i === start + 1) array2[lenout++] = array2[s + start];
      else {
        const prefix = first;
        for (let j = start; j < i; j++) {
          const reuse = j !== start;
          array2[s + j] = this.removeLeadingRegexp(array2[s + j], reuse);
          this.checkLimits(array2[s + j]);
        }
        const suffix = this.collapse(array2.slice(s + start, s + i), Regexp.Op.ALTERNATE);
        const re = this.newRegexp(Regexp.Op.CONCAT);
        re.subs = [prefix, suffix];
        array2[lenout++] = re;
      }
      start = i;
      first = ifirst;
    }
    lensub = lenout;
    s = 0;
    start = 0;
    lenout = 0;
    for (let i = 0; i <= lensub; i++) {
      if (i < lensub && Parser3.isCharClass(array2[s + i])) continue;
      if (i === start) {
      } else if (i === start + 1) array2[lenout++] = array2[s + start];
      else {
        let max = start;
        for (let j = start + 1; j < i; j++) {
          const subMax = array2[s + max];
          const subJ = array2[s + j];
          if (subMax.op < subJ.op || subMax.op === subJ.op && (subMax.runes !== null ? subMax.runes.length : 0) < (subJ.runes !== null ? subJ.runes.length : 0)) max = j;
        }
        const tmp = array2[s + start];
        array2[s + start] = array2[s + max];
        array2[s + max] = tmp;
        for (let j = start + 1; j < i; j++) {
          Parser3.mergeCharClass(array2[s + start], array2[s + j]);
          this.reuse(array2[s + j]);
        }
        this.cleanAlt(array2[s + start]);
        array2[lenout++] = array2[s + start];
      }
      if (i < lensub) array2[lenout++] = array2[s + i];
      start = i + 1;
    }
    lensub = lenout;
    s = 0;
    start = 0;
    lenout = 0;
    for (let i = 0; i < lensub; ++i) {
      if (i + 1 < lensub && array2[s + i].op === Regexp.Op.EMPTY_MATCH && array2[s + i + 1].op === Regexp.Op.EMPTY_MATCH) continue;
      array2[lenout++] = array2[s + i];
    }
    lensub = lenout;
    s = 0;
    return array2.slice(s, lensub);
  }
  removeLeadingString(re, n) {
    if (re.op === Regexp.Op.CONCAT && re.subs.length > 0) {
      const sub = this.removeLeadingString(re.subs[0], n);
      re.subs[0] = sub;
      if (sub.op === Regexp.Op.EMPTY_MATCH) {
        this.reuse(sub);
        switch (re.subs.length) {
          case 0:
          case 1:
            re.op = Regexp.Op.EMPTY_MATCH;
            re.subs = Regexp.emptySubs();
            break;
          case 2: {
            const old = re;
            re = re.subs[1];
            this.reuse(old);
            break;
          }
          default:
            re.subs = re.subs.slice(1, re.subs.length);
        }
      }
      return re;
    }
    if (re.op === Regexp.Op.LITERAL) {
      re.runes = re.runes.slice(n, re.runes.length);
      if (re.runes.length === 0) re.op = Regexp.Op.EMPTY_MATCH;
    }
    return re;
  }
  removeLeadingRegexp(re, reuse) {
    if (re.op === Regexp.Op.CONCAT && re.subs.length > 0) {
      if (reuse) this.reuse(re.subs[0]);
      re.subs = re.subs.slice(1, re.subs.length);
      switch (re.subs.length) {
        case 0:
          re.op = Regexp.Op.EMPTY_MATCH;
          re.subs = Regexp.emptySubs();
          break;
        case 1: {
          const old = re;
          re = re.subs[0];
          this.reuse(old);
          break;
        }
      }
      return re;
    }
    if (reuse) this.reuse(re);
    return this.newRegexp(Regexp.Op.EMPTY_MATCH);
  }
  parseInternal() {
    if ((this.flags & RE2Flags.LITERAL) !== 0) return Parser3.literalRegexp(this.wholeRegexp, this.flags);
    let lastRepeatPos = -1;
    let min = -1;
    let max = -1;
    const t = new StringIterator(this.wholeRegexp);
    while (t.more()) {
      let repeatPos = -1;
      bigswitch: switch (t.peek()) {
        case Codepoint.CODES["("]:
          if ((this.flags & RE2Flags.LOOKBEHIND) !== 0) {
            if (t.lookingAt("(?<=")) {
              this.parsePosLookBehind();
              t.skip(4);
              break;
            }
            if (t.lookingAt("(?<!")) {
              this.parseNegLookBehind();
              t.skip(4);
              break;
            }
          }
          if ((this.flags & RE2Flags.PERL_X) !== 0 && t.lookingAt("(?")) {
            this.parsePerlFlags(t);
            break;
          }
          this.op(Regexp.Op.LEFT_PAREN).cap = ++this.numCap;
          t.skip(1);
          break;
        case Codepoint.CODES["|"]:
          this.parseVerticalBar();
          t.skip(1);
          break;
        case Codepoint.CODES[")"]:
          this.parseRightParen();
          t.skip(1);
          break;
        case Codepoint.CODES["^"]:
          if ((this.flags & RE2Flags.ONE_LINE) !== 0) this.op(Regexp.Op.BEGIN_TEXT);
          else this.op(Regexp.Op.BEGIN_LINE);
          t.skip(1);
          break;
        case Codepoint.CODES["$"]:
          if ((this.flags & RE2Flags.ONE_LINE) !== 0) this.op(Regexp.Op.END_TEXT).flags |= RE2Flags.WAS_DOLLAR;
          else this.op(Regexp.Op.END_LINE);
          t.skip(1);
          break;
        case Codepoint.CODES["."]:
          if ((this.flags & RE2Flags.DOT_NL) !== 0) this.op(Regexp.Op.ANY_CHAR);
          else this.op(Regexp.Op.ANY_CHAR_NOT_NL);
          t.skip(1);
          break;
        case Codepoint.CODES["["]:
          this.parseClass(t);
          break;
        case Codepoint.CODES["*"]:
        case Codepoint.CODES["+"]:
        case Codepoint.CODES["?"]: {
          repeatPos = t.pos();
          let op = null;
          switch (t.pop()) {
            case Codepoint.CODES["*"]:
              op = Regexp.Op.STAR;
              break;
            case Codepoint.CODES["+"]:
              op = Regexp.Op.PLUS;
              break;
            case Codepoint.CODES["?"]:
              op = Regexp.Op.QUEST;
          }
          this.repeat(op, min, max, repeatPos, t, lastRepeatPos);
          break;
        }
        case Codepoint.CODES["{"]: {
          const before2 = t.pos();
          const minMax = Parser3.parseRepeat(t);
          if (minMax < 0) {
            t.rewindTo(before2);
            this.literal(t.pop());
            break;
          }
          repeatPos = before2;
          min = minMax >> 16;
          max = (minMax & Unicode.MAX_BMP) << 16 >> 16;
          this.repeat(Regexp.Op.REPEAT, min, max, repeatPos, t, lastRepeatPos);
          break;
        }
        case Codepoint.CODES["\\"]: {
          const savedPos = t.pos();
          t.skip(1);
          if ((this.flags & RE2Flags.PERL_X) !== 0 && t.more()) switch (t.pop()) {
            case Codepoint.CODES["A"]:
              this.op(Regexp.Op.BEGIN_TEXT);
              break bigswitch;
            case Codepoint.CODES["b"]:
              this.op(Regexp.Op.WORD_BOUNDARY);
              break bigswitch;
            case Codepoint.CODES["B"]:
              this.op(Regexp.Op.NO_WORD_BOUNDARY);
              break bigswitch;
            case Codepoint.CODES["C"]:
              throw new RE2JSSyntaxException(Parser3.ERR_INVALID_ESCAPE, "\\C");
            case Codepoint.CODES["Q"]: {
              let lit = t.rest();
              const i = lit.indexOf("\\E");
              if (i >= 0) {
                lit = lit.substring(0, i);
                t.skipString(lit);
                t.skipString("\\E");
              } else t.skipString(lit);
              let j = 0;
              while (j < lit.length) {
                const codepoint = lit.codePointAt(j);
                this.literal(codepoint);
                j += Utils.charCount(codepoint);
              }
              break bigswitch;
            }
            case Codepoint.CODES["z"]:
              this.op(Regexp.Op.END_TEXT);
              break bigswitch;
            default:
              t.rewindTo(savedPos);
          }
          else t.rewindTo(savedPos);
          const re = this.newRegexp(Regexp.Op.CHAR_CLASS);
          re.flags = this.flags;
          if (t.lookingAt("\\p") || t.lookingAt("\\P")) {
            const cc2 = new CharClass();
            if (this.parseUnicodeClass(t, cc2)) {
              re.runes = cc2.toArray();
              this.push(re);
              break bigswitch;
            }
          }
          const cc = new CharClass();
          if (this.parsePerlClassEscape(t, cc)) {
            re.runes = cc.toArray();
            this.push(re);
            break bigswitch;
          }
          t.rewindTo(savedPos);
          this.reuse(re);
          this.literal(Parser3.parseEscape(t));
          break;
        }
        default:
          this.literal(t.pop());
      }
      lastRepeatPos = repeatPos;
    }
    this.concat();
    if (this.swapVerticalBar()) this.pop();
    this.alternate();
    if (this.stack.length !== 1) throw new RE2JSSyntaxException(Parser3.ERR_MISSING_PAREN, this.wholeRegexp);
    this.stack[0].namedGroups = this.namedGroups;
    return this.stack[0];
  }
  parsePerlFlags(t) {
    const startPos = t.pos();
    const s = t.rest();
    if (s.startsWith("(?P<") || s.startsWith("(?<")) {
      const begin = s.charAt(2) === "P" ? 4 : 3;
      const end = s.indexOf(">");
      if (end < 0) throw new RE2JSSyntaxException(Parser3.ERR_INVALID_NAMED_CAPTURE, s);
      const name = s.substring(begin, end);
      t.skipString(name);
      t.skip(begin + 1);
      if (!Parser3.isValidCaptureName(name)) throw new RE2JSSyntaxException(Parser3.ERR_INVALID_NAMED_CAPTURE, s.substring(0, end + 1));
      const re = this.op(Regexp.Op.LEFT_PAREN);
      re.cap = ++this.numCap;
      if (this.namedGroups[name]) throw new RE2JSSyntaxException(Parser3.ERR_DUPLICATE_NAMED_CAPTURE, name);
      this.namedGroups[name] = this.numCap;
      re.name = name;
      return;
    }
    t.skip(2);
    let flags = this.flags;
    let sign = 1;
    let sawFlag = false;
    loop: while (t.more()) {
      const c = t.pop();
      switch (c) {
        case Codepoint.CODES["i"]:
          flags |= RE2Flags.FOLD_CASE;
          sawFlag = true;
          break;
        case Codepoint.CODES["m"]:
          flags &= ~RE2Flags.ONE_LINE;
          sawFlag = true;
          break;
        case Codepoint.CODES["s"]:
          flags |= RE2Flags.DOT_NL;
          sawFlag = true;
          break;
        case Codepoint.CODES["U"]:
          flags |= RE2Flags.NON_GREEDY;
          sawFlag = true;
          break;
        case Codepoint.CODES["-"]:
          if (sign < 0) break loop;
          sign = -1;
          flags = ~flags;
          sawFlag = false;
          break;
        case Codepoint.CODES[":"]:
        case Codepoint.CODES[")"]:
          if (sign < 0) {
            if (!sawFlag) break loop;
            flags = ~flags;
          }
          if (c === Codepoint.CODES[":"]) this.op(Regexp.Op.LEFT_PAREN);
          this.flags = flags;
          return;
        default:
          break loop;
      }
    }
    throw new RE2JSSyntaxException(Parser3.ERR_INVALID_PERL_OP, t.from(startPos));
  }
  parsePosLookBehind() {
    const re = this.newRegexp(Regexp.Op.LEFT_PAREN);
    re.flags = this.flags;
    re.lb = ++this.nlb;
    return this.push(re);
  }
  parseNegLookBehind() {
    const re = this.newRegexp(Regexp.Op.LEFT_PAREN);
    re.flags = this.flags;
    re.lb = -++this.nlb;
    return this.push(re);
  }
  parseVerticalBar() {
    this.concat();
    if (!this.swapVerticalBar()) this.op(Regexp.Op.VERTICAL_BAR);
  }
  swapVerticalBar() {
    const n = this.stack.length;
    if (n >= 3 && this.stack[n - 2].op === Regexp.Op.VERTICAL_BAR && Parser3.isCharClass(this.stack[n - 1]) && Parser3.isCharClass(this.stack[n - 3])) {
      let re1 = this.stack[n - 1];
      let re3 = this.stack[n - 3];
      if (re1.op > re3.op) {
        const tmp = re3;
        re3 = re1;
        re1 = tmp;
        this.stack[n - 3] = re3;
      }
      Parser3.mergeCharClass(re3, re1);
      this.reuse(re1);
      this.pop();
      return true;
    }
    if (n >= 2) {
      const re1 = this.stack[n - 1];
      const re2 = this.stack[n - 2];
      if (re2.op === Regexp.Op.VERTICAL_BAR) {
        if (n >= 3) this.cleanAlt(this.stack[n - 3]);
        this.stack[n - 2] = re1;
        this.stack[n - 1] = re2;
        return true;
      }
    }
    return false;
  }
  parseRightParen() {
    this.concat();
    if (this.swapVerticalBar()) this.pop();
    this.alternate();
    if (this.stack.length < 2) throw new RE2JSSyntaxException(Parser3.ERR_UNEXPECTED_PAREN, this.wholeRegexp);
    const re1 = this.pop();
    const re2 = this.pop();
    if (re2.op !== Regexp.Op.LEFT_PAREN) throw new RE2JSSyntaxException(Parser3.ERR_UNEXPECTED_PAREN, this.wholeRegexp);
    this.flags = re2.flags;
    if (re2.lb !== 0) {
      if (Parser3.hasCapture(re1)) throw new RE2JSSyntaxException(Parser3.ERR_INVALID_CAPTURE_IN_LOOKBEHIND, this.wholeRegexp);
      if (re2.lb > 0) re2.op = Regexp.Op.PLB;
      else re2.op = Regexp.Op.NLB;
      re2.subs = [re1];
      this.push(re2);
      return;
    }
    if (re2.cap === 0) this.push(re1);
    else {
      re2.op = Regexp.Op.CAPTURE;
      re2.subs = [re1];
      this.push(re2);
    }
  }
  parsePerlClassEscape(t, cc) {
    const beforePos = t.pos();
    if ((this.flags & RE2Flags.PERL_X) === 0 || !t.more() || t.pop() !== Codepoint.CODES["\\"] || !t.more()) return false;
    t.pop();
    const p = t.from(beforePos);
    const g = PERL_GROUPS.has(p) ? PERL_GROUPS.get(p) : null;
    if (g === null) return false;
    cc.appendGroup(g, (this.flags & RE2Flags.FOLD_CASE) !== 0);
    return true;
  }
  parseNamedClass(t, cc) {
    const cls = t.rest();
    const i = cls.indexOf(":]");
    if (i < 0) return false;
    const name = cls.substring(0, i + 2);
    t.skipString(name);
    const g = POSIX_GROUPS.has(name) ? POSIX_GROUPS.get(name) : null;
    if (g === null) throw new RE2JSSyntaxException(Parser3.ERR_INVALID_CHAR_RANGE, name);
    cc.appendGroup(g, (this.flags & RE2Flags.FOLD_CASE) !== 0);
    return true;
  }
  parseUnicodeClass(t, cc) {
    const startPos = t.pos();
    if ((this.flags & RE2Flags.UNICODE_GROUPS) === 0 || !t.lookingAt("\\p") && !t.lookingAt("\\P")) return false;
    t.skip(1);
    let sign = 1;
    let c = t.pop();
    if (c === Codepoint.CODES["P"]) sign = -1;
    if (!t.more()) {
      t.rewindTo(startPos);
      throw new RE2JSSyntaxException(Parser3.ERR_INVALID_CHAR_RANGE, t.rest());
    }
    c = t.pop();
    let name;
    if (c !== Codepoint.CODES["{"]) name = Utils.runeToString(c);
    else {
      const rest = t.rest();
      const end = rest.indexOf("}");
      if (end < 0) {
        t.rewindTo(startPos);
        throw new RE2JSSyntaxException(Parser3.ERR_INVALID_CHAR_RANGE, t.rest());
      }
      name = rest.substring(0, end);
      t.skipString(name);
      t.skip(1);
    }
    if (!(name.length === 0) && name.codePointAt(0) === Codepoint.CODES["^"]) {
      sign = 0 - sign;
      name = name.substring(1);
    }
    const pair = Parser3.unicodeTable(name);
    if (pair === null) throw new RE2JSSyntaxException(Parser3.ERR_INVALID_CHAR_RANGE, t.from(startPos));
    if (pair.sign < 0) sign = 0 - sign;
    const tab = pair.tab;
    const fold2 = pair.fold;
    if ((this.flags & RE2Flags.FOLD_CASE) === 0 || fold2 === null) cc.appendTableWithSign(tab, sign);
    else {
      const tmp = new CharClass().appendTable(tab).appendTable(fold2).cleanClass().toArray();
      cc.appendClassWithSign(Array.from(tmp), sign);
    }
    return true;
  }
  parseClass(t) {
    const startPos = t.pos();
    t.skip(1);
    const re = this.newRegexp(Regexp.Op.CHAR_CLASS);
    re.flags = this.flags;
    const cc = new CharClass();
    let sign = 1;
    if (t.more() && t.lookingAt("^")) {
      sign = -1;
      t.skip(1);
      if ((this.flags & RE2Flags.CLASS_NL) === 0) cc.appendRange(Codepoint.CODES["\n"], Codepoint.CODES["\n"]);
    }
    let first = true;
    while (!t.more() || t.peek() !== Codepoint.CODES["]"] || first) {
      if (t.more() && t.lookingAt("-") && (this.flags & RE2Flags.PERL_X) === 0 && !first) {
        const s = t.rest();
        if (s === "-" || !s.startsWith("-]")) {
          t.rewindTo(startPos);
          throw new RE2JSSyntaxException(Parser3.ERR_INVALID_CHAR_RANGE, t.rest());
        }
      }
      first = false;
      const beforePos = t.pos();
      if (t.lookingAt("[:")) {
        if (this.parseNamedClass(t, cc)) continue;
        t.rewindTo(beforePos);
      }
      if (this.parseUnicodeClass(t, cc)) continue;
      if (this.parsePerlClassEscape(t, cc)) continue;
      t.rewindTo(beforePos);
      const lo = Parser3.parseClassChar(t, startPos);
      let hi = lo;
      if (t.more() && t.lookingAt("-")) {
        t.skip(1);
        if (t.more() && t.lookingAt("]")) t.skip(-1);
        else {
          hi = Parser3.parseClassChar(t, startPos);
          if (hi < lo) throw new RE2JSSyntaxException(Parser3.ERR_INVALID_CHAR_RANGE, t.from(beforePos));
        }
      }
      if ((this.flags & RE2Flags.FOLD_CASE) === 0) cc.appendRange(lo, hi);
      else cc.appendFoldedRange(lo, hi);
    }
    t.skip(1);
    cc.cleanClass();
    if (sign < 0) cc.negateClass();
    re.runes = cc.toArray();
    this.push(re);
  }
};
var RE2 = class RE22 {
  static initTest(expr) {
    const re2 = RE22.compile(expr);
    const res = new RE22(re2.expr, re2.prog, re2.numSubexp, re2.longest);
    res.cond = re2.cond;
    res.prefix = re2.prefix;
    res.prefixUTF8 = re2.prefixUTF8;
    res.prefixComplete = re2.prefixComplete;
    res.prefixRune = re2.prefixRune;
    res.prefilter = re2.prefilter;
    res.namedGroups = re2.namedGroups;
    return res;
  }
  /**
  * Parses a regular expression and returns, if successful, an {@code RE2} instance that can be
  * used to match against text.
  *
  * When matching against text, the regexp returns a match that begins as early as possible in the
  * input (leftmost), and among those it chooses the one that a backtracking search would have
  * found first. This so-called leftmost-first matching is the same semantics that Perl, Python,
  * and other implementations use, although this package implements it without the expense of
  * backtracking. For POSIX leftmost-longest matching, see {@link #compilePOSIX}.
  */
  static compile(expr) {
    return RE22.compileImpl(expr, RE2Flags.PERL, false);
  }
  /**
  * {@code compilePOSIX} is like {@link #compile} but restricts the regular expression to POSIX ERE
  * (egrep) syntax and changes the match semantics to leftmost-longest.
  *
  * That is, when matching against text, the regexp returns a match that begins as early as
  * possible in the input (leftmost), and among those it chooses a match that is as long as
  * possible. This so-called leftmost-longest matching is the same semantics that early regular
  * expression implementations used and that POSIX specifies.
  *
  * However, there can be multiple leftmost-longest matches, with different submatch choices, and
  * here this package diverges from POSIX. Among the possible leftmost-longest matches, this
  * package chooses the one that a backtracking search would have found first, while POSIX
  * specifies that the match be chosen to maximize the length of the first subexpression, then the
  * second, and so on from left to right. The POSIX rule is computationally prohibitive and not
  * even well-defined. See http://swtch.com/~rsc/regexp/regexp2.html#posix
  */
  static compilePOSIX(expr) {
    return RE22.compileImpl(expr, RE2Flags.POSIX, true);
  }
  static compileImpl(expr, mode, longest3) {
    let re = Parser2.parse(expr, mode);
    const maxCap = re.maxCap();
    const namedGroups = re.namedGroups;
    re = Simplify.simplify(re);
    const prefilter = PrefilterTree.build(re);
    const prog = Compiler.compileRegexp(re);
    const re2 = new RE22(expr, prog, maxCap, longest3);
    re2.prefilter = prefilter.type === Prefilter.Type.NONE ? null : prefilter;
    const [prefixCompl, prefixStr] = prog.prefix();
    re2.prefixComplete = prefixCompl;
    re2.prefix = prefixStr;
    re2.prefixUTF8 = Utils.stringToUtf8ByteArray(re2.prefix);
    if (re2.prefix.length > 0) re2.prefixRune = re2.prefix.codePointAt(0);
    re2.namedGroups = namedGroups;
    return re2;
  }
  /**
  * Returns true iff textual regular expression {@code pattern} matches string {@code s}.
  *
  * More complicated queries need to use {@link #compile} and the full {@code RE2} interface.
  */
  static match(pattern, s) {
    return RE22.compile(pattern).match(s);
  }
  constructor(expr, prog, numSubexp = 0, longest3 = 0) {
    this.expr = expr;
    this.prog = prog;
    this.numSubexp = numSubexp;
    this.longest = longest3;
    this.cond = prog.startCond();
    this.prefix = null;
    this.prefixUTF8 = null;
    this.prefixComplete = false;
    this.prefixRune = 0;
    this.namedGroups = /* @__PURE__ */ Object.create(null);
    this.machinePool = [];
    this.lazyDFA = null;
    this.onepass = OnePass.compile(this.prog);
    this.prefilter = null;
  }
  get dfa() {
    if (this.lazyDFA === null) this.lazyDFA = new DFA(this.prog);
    return this.lazyDFA;
  }
  matchPrefixComplete(input, pos, anchor, ncap) {
    if ((anchor === RE2Flags.ANCHOR_START || anchor === RE2Flags.ANCHOR_BOTH) && pos !== 0) return null;
    let matchStart = -1;
    let matchEnd = -1;
    const pLen = input.prefixLength(this);
    if (anchor === RE2Flags.UNANCHORED) {
      const idx = input.index(this, pos);
      if (idx < 0) return null;
      matchStart = pos + idx;
      matchEnd = matchStart + pLen;
    } else if (anchor === RE2Flags.ANCHOR_BOTH) {
      if (input.endPos() !== pLen) return null;
      if (input.index(this, 0) !== 0) return null;
      matchStart = 0;
      matchEnd = pLen;
    } else if (anchor === RE2Flags.ANCHOR_START) {
      if (input.index(this, 0) !== 0) return null;
      matchStart = 0;
      matchEnd = pLen;
    }
    if (matchStart < 0) return null;
    if (ncap > 0) {
      const matchcap = new Int32Array(ncap).fill(-1);
      matchcap[0] = matchStart;
      matchcap[1] = matchEnd;
      return Array.from(matchcap);
    }
    return [];
  }
  createLookbehindState() {
    return this.prog.numLb > 0 ? new LookbehindState(this.prog) : null;
  }
  executeEngine(input, pos, anchor, ncap, lbState = null) {
    if (this.prefixComplete && (ncap === 0 || this.numSubexp === 0)) return this.matchPrefixComplete(input, pos, anchor, ncap);
    if (this.prefilter !== null && anchor === RE2Flags.UNANCHORED) {
      if (!this.prefilter.eval(input, pos)) return null;
    }
    if (this.onepass !== null) return OnePass.execute(this, input, pos, anchor, ncap);
    if (ncap > 0) {
      if (this.prog.numLb === 0 && input.endPos() <= Backtracker.maxBitStateLen(this.prog)) return Backtracker.execute(this, input, pos, anchor, ncap);
      return this.doExecuteNFA(input, pos, anchor, ncap, lbState);
    }
    if (this.prog.numLb === 0) {
      const dfaResult = this.dfa.match(input, pos, anchor);
      if (dfaResult !== null) return dfaResult ? [] : null;
      if (input.endPos() <= Backtracker.maxBitStateLen(this.prog)) return Backtracker.execute(this, input, pos, anchor, ncap);
    }
    return this.doExecuteNFA(input, pos, anchor, ncap, lbState);
  }
  /**
  * Returns the number of parenthesized subexpressions in this regular expression.
  */
  numberOfCapturingGroups() {
    return this.numSubexp;
  }
  /**
  * Returns the number of instructions in this compiled regular expression program.
  */
  numberOfInstructions() {
    return this.prog.numInst();
  }
  get() {
    return this.machinePool.length > 0 ? this.machinePool.pop() : null;
  }
  reset() {
    this.machinePool.length = 0;
  }
  put(m) {
    this.machinePool.push(m);
  }
  toString() {
    return this.expr;
  }
  doExecuteNFA(input, pos, anchor, ncap, lbState = null) {
    let m = this.get();
    if (!m) m = Machine.fromRE2(this);
    m.init(ncap);
    const cap = m.match(input, pos, anchor, lbState) ? m.submatches() : null;
    this.put(m);
    return cap;
  }
  match(s) {
    return this.executeEngine(MachineInput.fromUTF16(s), 0, RE2Flags.UNANCHORED, 0) !== null;
  }
  /**
  * Matches the regular expression against input starting at position start and ending at position
  * end, with the given anchoring. Records the submatch boundaries in group, which is [start, end)
  * pairs of byte offsets. The number of boundaries needed is inferred from the size of the group
  * array. It is most efficient not to ask for submatch boundaries.
  *
  * @param input the input byte array
  * @param start the beginning position in the input
  * @param end the end position in the input
  * @param anchor the anchoring flag (UNANCHORED, ANCHOR_START, ANCHOR_BOTH)
  * @param group the array to fill with submatch positions
  * @param ngroup the number of array pairs to fill in
  * @param lbState optional state carried between successive matches over the same input (see
  *   createLookbehindState); omit it to evaluate lookbehinds from the beginning of the input
  * @returns true if a match was found
  */
  matchWithGroup(input, start, end, anchor, ngroup, lbState = null) {
    if (!(input instanceof MatcherInputBase)) {
      if (Utils.isByteArray(input)) input = MatcherInput.utf8(input);
      else input = MatcherInput.utf16(input);
    }
    return this.matchMachineInput(input, start, end, anchor, ngroup, lbState);
  }
  matchMachineInput(input, start, end, anchor, ngroup, lbState = null) {
    if (start > end) return [false, null];
    const machineInput = input.isUTF16Encoding() ? MachineInput.fromUTF16(input.asCharSequence(), 0, end) : MachineInput.fromUTF8(input.asBytes(), 0, end);
    const groupMatch = this.executeEngine(machineInput, start, anchor, 2 * ngroup, lbState);
    if (groupMatch === null) return [false, null];
    return [true, groupMatch];
  }
  /**
  * Returns true iff this regexp matches the UTF-8 byte array {@code b}.
  */
  matchUTF8(b) {
    return this.executeEngine(MachineInput.fromUTF8(b), 0, RE2Flags.UNANCHORED, 0) !== null;
  }
  /**
  * Returns a copy of {@code src} in which all matches for this regexp have been replaced by
  * {@code repl}. No support is provided for expressions (e.g. {@code \1} or {@code $1}) in the
  * replacement string.
  */
  replaceAll(src, repl) {
    return this.replaceAllFunc(src, () => repl, 2 * src.length + 1);
  }
  /**
  * Returns a copy of {@code src} in which only the first match for this regexp has been replaced
  * by {@code repl}. No support is provided for expressions (e.g. {@code \1} or {@code $1}) in the
  * replacement string.
  */
  replaceFirst(src, repl) {
    return this.replaceAllFunc(src, () => repl, 1);
  }
  /**
  * Returns a copy of {@code src} in which at most {@code maxReplaces} matches for this regexp have
  * been replaced by the return value of of function {@code repl} (whose first argument is the
  * matched string). No support is provided for expressions (e.g. {@code \1} or {@code $1}) in the
  * replacement string.
  */
  replaceAllFunc(src, replFunc, maxReplaces) {
    let lastMatchEnd = 0;
    let searchPos = 0;
    let out = "";
    const input = MachineInput.fromUTF16(src);
    const lbState = this.createLookbehindState();
    let numReplaces = 0;
    while (searchPos <= src.length) {
      const a = this.executeEngine(input, searchPos, RE2Flags.UNANCHORED, 2, lbState);
      if (a === null || a.length === 0) break;
      out += src.substring(lastMatchEnd, a[0]);
      if (a[1] > lastMatchEnd || a[0] === 0) {
        out += replFunc(src.substring(a[0], a[1]));
        numReplaces++;
      }
      lastMatchEnd = a[1];
      const width2 = input.step(searchPos) & 7;
      if (searchPos + width2 > a[1]) searchPos += width2;
      else if (searchPos + 1 > a[1]) searchPos++;
      else searchPos = a[1];
      if (numReplaces >= maxReplaces) break;
    }
    out += src.substring(lastMatchEnd);
    return out;
  }
  pad(a) {
    if (a === null) return null;
    let n = (1 + this.numSubexp) * 2;
    if (a.length < n) {
      let a2 = new Array(n).fill(-1);
      for (let i = 0; i < a.length; i++) a2[i] = a[i];
      a = a2;
    }
    return a;
  }
  allMatches(input, n, deliverFun = (v) => v) {
    let result = [];
    const end = input.endPos();
    if (n < 0) n = end + 1;
    let pos = 0;
    let i = 0;
    let prevMatchEnd = -1;
    const lbState = this.createLookbehindState();
    while (i < n && pos <= end) {
      const matches = this.executeEngine(input, pos, RE2Flags.UNANCHORED, this.prog.numCap, lbState);
      if (matches === null || matches.length === 0) break;
      let accept = true;
      if (matches[1] === pos) {
        if (matches[0] === prevMatchEnd) accept = false;
        const r2 = input.step(pos);
        if (r2 < 0) pos = end + 1;
        else pos += r2 & 7;
      } else pos = matches[1];
      prevMatchEnd = matches[1];
      if (accept) {
        result.push(deliverFun(this.pad(matches)));
        i++;
      }
    }
    return result;
  }
  /**
  * Returns an array holding the text of the leftmost match in {@code b} of this regular
  * expression.
  *
  * A return value of null indicates no match.
  */
  findUTF8(b) {
    const a = this.executeEngine(MachineInput.fromUTF8(b), 0, RE2Flags.UNANCHORED, 2);
    if (a === null) return null;
    return b.slice(a[0], a[1]);
  }
  /**
  * Returns a two-element array of integers defining the location of the leftmost match in
  * {@code b} of this regular expression. The match itself is at {@code b[loc[0]...loc[1]]}.
  *
  * A return value of null indicates no match.
  */
  findUTF8Index(b) {
    const a = this.executeEngine(MachineInput.fromUTF8(b), 0, RE2Flags.UNANCHORED, 2);
    if (a === null) return null;
    return a.slice(0, 2);
  }
  /**
  * Returns a string holding the text of the leftmost match in {@code s} of this regular
  * expression.
  *
  * If there is no match, the return value is an empty string, but it will also be empty if the
  * regular expression successfully matches an empty string. Use {@link #findIndex} or
  * {@link #findSubmatch} if it is necessary to distinguish these cases.
  */
  find(s) {
    const a = this.executeEngine(MachineInput.fromUTF16(s), 0, RE2Flags.UNANCHORED, 2);
    if (a === null) return "";
    return s.substring(a[0], a[1]);
  }
  /**
  * Returns a two-element array of integers defining the location of the leftmost match in
  * {@code s} of this regular expression. The match itself is at
  * {@code s.substring(loc[0], loc[1])}.
  *
  * A return value of null indicates no match.
  */
  findIndex(s) {
    return this.executeEngine(MachineInput.fromUTF16(s), 0, RE2Flags.UNANCHORED, 2);
  }
  /**
  * Returns an array of arrays the text of the leftmost match of the regular expression in
  * {@code b} and the matches, if any, of its subexpressions, as defined by the <a
  * href='#submatch'>Submatch</a> description above.
  *
  * A return value of null indicates no match.
  */
  findUTF8Submatch(b) {
    const a = this.executeEngine(MachineInput.fromUTF8(b), 0, RE2Flags.UNANCHORED, this.prog.numCap);
    if (a === null) return null;
    const ret = new Array(1 + this.numSubexp).fill(null);
    for (let i = 0; i < ret.length; i++) if (2 * i < a.length && a[2 * i] >= 0) ret[i] = b.slice(a[2 * i], a[2 * i + 1]);
    return ret;
  }
  /**
  * Returns an array holding the index pairs identifying the leftmost match of this regular
  * expression in {@code b} and the matches, if any, of its subexpressions, as defined by the the
  * <a href='#submatch'>Submatch</a> and <a href='#index'>Index</a> descriptions above.
  *
  * A return value of null indicates no match.
  */
  findUTF8SubmatchIndex(b) {
    return this.pad(this.executeEngine(MachineInput.fromUTF8(b), 0, RE2Flags.UNANCHORED, this.prog.numCap));
  }
  /**
  * Returns an array of strings holding the text of the leftmost match of the regular expression in
  * {@code s} and the matches, if any, of its subexpressions, as defined by the <a
  * href='#submatch'>Submatch</a> description above.
  *
  * A return value of null indicates no match.
  */
  findSubmatch(s) {
    const a = this.executeEngine(MachineInput.fromUTF16(s), 0, RE2Flags.UNANCHORED, this.prog.numCap);
    if (a === null) return null;
    const ret = new Array(1 + this.numSubexp).fill(null);
    for (let i = 0; i < ret.length; i++) if (2 * i < a.length && a[2 * i] >= 0) ret[i] = s.substring(a[2 * i], a[2 * i + 1]);
    return ret;
  }
  /**
  * Returns an array holding the index pairs identifying the leftmost match of this regular
  * expression in {@code s} and the matches, if any, of its subexpressions, as defined by the <a
  * href='#submatch'>Submatch</a> description above.
  *
  * A return value of null indicates no match.
  */
  findSubmatchIndex(s) {
    return this.pad(this.executeEngine(MachineInput.fromUTF16(s), 0, RE2Flags.UNANCHORED, this.prog.numCap));
  }
  /**
  * {@code findAllUTF8()} is the <a href='#all'>All</a> version of {@link #findUTF8}; it returns a
  * list of up to {@code n} successive matches of the expression, as defined by the <a
  * href='#all'>All</a> description above.
  *
  * A return value of null indicates no match.
  *
  * TODO(adonovan): think about defining a byte slice view class, like a read-only Go slice backed
  * by |b|.
  */
  findAllUTF8(b, n) {
    const result = this.allMatches(MachineInput.fromUTF8(b), n, (match) => b.slice(match[0], match[1]));
    if (result.length === 0) return null;
    return result;
  }
  /**
  * {@code findAllUTF8Index} is the <a href='#all'>All</a> version of {@link #findUTF8Index}; it
  * returns a list of up to {@code n} successive matches of the expression, as defined by the <a
  * href='#all'>All</a> description above.
  *
  * A return value of null indicates no match.
  */
  findAllUTF8Index(b, n) {
    const result = this.allMatches(MachineInput.fromUTF8(b), n, (match) => match.slice(0, 2));
    if (result.length === 0) return null;
    return result;
  }
  /**
  * {@code findAll} is the <a href='#all'>All</a> version of {@link #find}; it returns a list of up
  * to {@code n} successive matches of the expression, as defined by the <a href='#all'>All</a>
  * description above.
  *
  * A return value of null indicates no match.
  */
  findAll(s, n) {
    const result = this.allMatches(MachineInput.fromUTF16(s), n, (match) => s.substring(match[0], match[1]));
    if (result.length === 0) return null;
    return result;
  }
  /**
  * {@code findAllIndex} is the <a href='#all'>All</a> version of {@link #findIndex}; it returns a
  * list of up to {@code n} successive matches of the expression, as defined by the <a
  * href='#all'>All</a> description above.
  *
  * A return value of null indicates no match.
  */
  findAllIndex(s, n) {
    const result = this.allMatches(MachineInput.fromUTF16(s), n, (match) => match.slice(0, 2));
    if (result.length === 0) return null;
    return result;
  }
  /**
  * {@code findAllUTF8Submatch} is the <a href='#all'>All</a> version of {@link #findUTF8Submatch};
  * it returns a list of up to {@code n} successive matches of the expression, as defined by the <a
  * href='#all'>All</a> description above.
  *
  * A return value of null indicates no match.
  */
  findAllUTF8Submatch(b, n) {
    const result = this.allMatches(MachineInput.fromUTF8(b), n, (match) => {
      let slice = new Array(match.length / 2 | 0).fill(null);
      for (let j = 0; j < slice.length; j++) if (match[2 * j] >= 0) slice[j] = b.slice(match[2 * j], match[2 * j + 1]);
      return slice;
    });
    if (result.length === 0) return null;
    return result;
  }
  /**
  * {@code findAllUTF8SubmatchIndex} is the <a href='#all'>All</a> version of
  * {@link #findUTF8SubmatchIndex}; it returns a list of up to {@code n} successive matches of the
  * expression, as defined by the <a href='#all'>All</a> description above.
  *
  * A return value of null indicates no match.
  */
  findAllUTF8SubmatchIndex(b, n) {
    const result = this.allMatches(MachineInput.fromUTF8(b), n);
    if (result.length === 0) return null;
    return result;
  }
  /**
  * {@code findAllSubmatch} is the <a href='#all'>All</a> version of {@link #findSubmatch}; it
  * returns a list of up to {@code n} successive matches of the expression, as defined by the <a
  * href='#all'>All</a> description above.
  *
  * A return value of null indicates no match.
  */
  findAllSubmatch(s, n) {
    const result = this.allMatches(MachineInput.fromUTF16(s), n, (match) => {
      let slice = new Array(match.length / 2 | 0).fill(null);
      for (let j = 0; j < slice.length; j++) if (match[2 * j] >= 0) slice[j] = s.substring(match[2 * j], match[2 * j + 1]);
      return slice;
    });
    if (result.length === 0) return null;
    return result;
  }
  /**
  * {@code findAllSubmatchIndex} is the <a href='#all'>All</a> version of
  * {@link #findSubmatchIndex}; it returns a list of up to {@code n} successive matches of the
  * expression, as defined by the <a href='#all'>All</a> description above.
  *
  * A return value of null indicates no match.
  */
  findAllSubmatchIndex(s, n) {
    const result = this.allMatches(MachineInput.fromUTF16(s), n);
    if (result.length === 0) return null;
    return result;
  }
};
var RE2Set = class RE2Set2 {
  /** @type {number} */
  static UNANCHORED = RE2Flags.UNANCHORED;
  /** @type {number} */
  static ANCHOR_START = RE2Flags.ANCHOR_START;
  /** @type {number} */
  static ANCHOR_BOTH = RE2Flags.ANCHOR_BOTH;
  /**
  * Constructs a new RE2Set with the specified anchor mode and flags.
  * @param {number} [anchor=RE2Set.UNANCHORED] - The anchoring mode (e.g., RE2Set.UNANCHORED).
  * @param {number} [flags=0] - The public flags to apply to all patterns in the set.
  * @param {number} [maxMem=8388608] - The maximum memory in bytes to use for the DFA (default 8MB).
  */
  constructor(anchor = RE2Set2.UNANCHORED, flags = 0, maxMem = 8388608) {
    if (![
      RE2Set2.UNANCHORED,
      RE2Set2.ANCHOR_START,
      RE2Set2.ANCHOR_BOTH
    ].includes(anchor)) throw new RE2JSFlagsException("The anchor should be RE2Set.UNANCHORED, RE2Set.ANCHOR_START or RE2Set.ANCHOR_BOTH");
    Utils.checkFlags(flags);
    this.anchor = anchor;
    this.jsFlags = flags;
    this.maxMem = maxMem;
    let re2Flags = RE2Flags.PERL;
    if ((flags & PublicFlags.DISABLE_UNICODE_GROUPS) !== 0) re2Flags &= ~RE2Flags.UNICODE_GROUPS;
    if ((flags & PublicFlags.LOOKBEHINDS) !== 0) re2Flags |= RE2Flags.LOOKBEHIND;
    this.re2Flags = re2Flags;
    this.regexps = [];
    this.prog = null;
    this.dfa = null;
    this.dummyRe2 = null;
  }
  /**
  * Adds a new regular expression pattern to the set.
  * Patterns cannot be added after the set has been compiled.
  * @param {string} pattern - The regular expression pattern to add.
  * @returns {number} The integer index assigned to the added pattern.
  * @throws {RE2JSCompileException} If patterns are added after compilation.
  */
  add(pattern) {
    if (this.prog) throw new RE2JSCompileException("Cannot add patterns after compile");
    Utils.checkPattern(pattern);
    let fregex = pattern;
    if ((this.jsFlags & PublicFlags.CASE_INSENSITIVE) !== 0) fregex = `(?i)${fregex}`;
    if ((this.jsFlags & PublicFlags.DOTALL) !== 0) fregex = `(?s)${fregex}`;
    if ((this.jsFlags & PublicFlags.MULTILINE) !== 0) fregex = `(?m)${fregex}`;
    const re = Parser2.parse(fregex, this.re2Flags);
    this.regexps.push(Simplify.simplify(re));
    return this.regexps.length - 1;
  }
  /**
  * Compiles the added patterns into a single state machine.
  * This is automatically called on the first match if not called explicitly.
  * @returns {void}
  */
  compile() {
    if (this.prog) return;
    const prog = Compiler.compileSet(this.regexps);
    if (prog.numInst() > Parser2.MAX_SIZE) throw new RE2JSCompileException(`${Parser2.ERR_LARGE}: the set compiles to ${prog.numInst()} instructions, more than ${Parser2.MAX_SIZE}`);
    this.prog = prog;
    this.dfa = new DFA(this.prog, this.maxMem);
    this.dummyRe2 = {
      prog: this.prog,
      cond: this.prog.startCond(),
      prefix: "",
      prefixRune: 0,
      longest: false
    };
  }
  /**
  * Matches the input against the compiled set of regular expressions.
  * @param {string|number[]|Uint8Array} input - The input string or UTF-8 byte array to match against.
  * @returns {number[]} An array of indices representing the patterns that successfully matched the input.
  */
  match(input) {
    if (!this.prog) this.compile();
    const machineInput = Utils.isByteArray(input) ? MachineInput.fromUTF8(input) : MachineInput.fromUTF16(input);
    let internalAnchor = RE2Flags.UNANCHORED;
    if (this.anchor === RE2Set2.ANCHOR_START) internalAnchor = RE2Flags.ANCHOR_START;
    else if (this.anchor === RE2Set2.ANCHOR_BOTH) internalAnchor = RE2Flags.ANCHOR_BOTH;
    const dfaResult = this.dfa.matchSet(machineInput, 0, internalAnchor);
    if (dfaResult !== null) return dfaResult;
    const machine = Machine.fromRE2(this.dummyRe2);
    machine.init(0);
    return machine.matchSet(machineInput, 0, internalAnchor);
  }
};
var TranslateRegExpString = class TranslateRegExpString2 {
  static isHexadecimal(ch) {
    return "0" <= ch && ch <= "9" || "A" <= ch && ch <= "F" || "a" <= ch && ch <= "f";
  }
  static translate(data) {
    let prefixFlags = "";
    if (Object.prototype.toString.call(data) === "[object RegExp]") {
      if (data.ignoreCase) prefixFlags += "i";
      if (data.multiline) prefixFlags += "m";
      if (data.dotAll) prefixFlags += "s";
      data = data.source;
    }
    if (typeof data !== "string") return data;
    let result = "";
    let changed = false;
    let size = data.length;
    if (size === 0) {
      result = "(?:)";
      changed = true;
    }
    let inCharClass = false;
    let i = 0;
    while (i < size) {
      let ch = data[i];
      if (ch === "\\") {
        if (i + 1 < size) {
          ch = data[i + 1];
          switch (ch) {
            case "\\":
              result += "\\\\";
              i += 2;
              continue;
            case "c":
              if (i + 2 < size) {
                let code = data[i + 2].charCodeAt(0);
                if (code >= 65 && code <= 90 || code >= 97 && code <= 122) {
                  let val = code % 32;
                  result += "\\x";
                  result += (val >> 4).toString(16).toUpperCase();
                  result += (val & 15).toString(16).toUpperCase();
                  i += 3;
                  changed = true;
                  continue;
                }
              }
              result += "c";
              i += 2;
              changed = true;
              continue;
            case "u":
              if (i + 2 < size) {
                if (data[i + 2] === "{") {
                  let j = i + 3;
                  let hasHex = false;
                  let closed = false;
                  while (j < size) {
                    const hexChar = data[j];
                    if (hexChar === "}") {
                      closed = true;
                      break;
                    }
                    if (!TranslateRegExpString2.isHexadecimal(hexChar)) break;
                    hasHex = true;
                    j++;
                  }
                  if (closed && hasHex) {
                    result += "\\x";
                    i += 2;
                    changed = true;
                    continue;
                  }
                } else if (i + 5 < size) {
                  let isHex4 = true;
                  for (let j = 0; j < 4; j++) if (!TranslateRegExpString2.isHexadecimal(data[i + 2 + j])) {
                    isHex4 = false;
                    break;
                  }
                  if (isHex4) {
                    result += "\\x{" + data.substring(i + 2, i + 6) + "}";
                    i += 6;
                    changed = true;
                    continue;
                  }
                }
              }
              result += "u";
              i += 2;
              changed = true;
              continue;
            case "x": {
              let isValidHex = false;
              if (i + 2 < size && data[i + 2] === "{") {
                let j = i + 3;
                let hasHex = false;
                let closed = false;
                while (j < size) {
                  const hexChar = data[j];
                  if (hexChar === "}") {
                    closed = true;
                    break;
                  }
                  if (!TranslateRegExpString2.isHexadecimal(hexChar)) break;
                  hasHex = true;
                  j++;
                }
                if (closed && hasHex) isValidHex = true;
              } else if (i + 3 < size && TranslateRegExpString2.isHexadecimal(data[i + 2]) && TranslateRegExpString2.isHexadecimal(data[i + 3])) isValidHex = true;
              if (isValidHex) {
                result += "\\x";
                i += 2;
              } else {
                result += "x";
                i += 2;
                changed = true;
              }
              continue;
            }
            case "n":
            case "r":
            case "t":
            case "a":
            case "f":
            case "v":
            case "d":
            case "D":
            case "s":
            case "S":
            case "w":
            case "W":
            case "b":
            case "B":
            case "p":
            case "P":
            case "A":
            case "z":
            case "Q":
            case "E":
            case "0":
            case "1":
            case "2":
            case "3":
            case "4":
            case "5":
            case "6":
            case "7":
              result += "\\" + ch;
              i += 2;
              continue;
            default: {
              let cp2 = data.codePointAt(i + 1);
              if (cp2 >= 48 && cp2 <= 57 || cp2 >= 65 && cp2 <= 90 || cp2 >= 97 && cp2 <= 122) {
                let symSize2 = Utils.charCount(cp2);
                result += data.substring(i + 1, i + 1 + symSize2);
                i += symSize2 + 1;
                changed = true;
              } else {
                result += "\\";
                let symSize2 = Utils.charCount(cp2);
                result += data.substring(i + 1, i + 1 + symSize2);
                i += symSize2 + 1;
              }
              continue;
            }
          }
        }
      } else if (ch === "/") {
        result += "\\/";
        i += 1;
        changed = true;
        continue;
      } else if (ch === "[") {
        if (!inCharClass && data[i + 1] === "]") {
          result += "[^\\x00-\\x{10FFFF}]";
          i += 2;
          changed = true;
          continue;
        }
        if (!inCharClass && data[i + 1] === "^" && data[i + 2] === "]") {
          result += "[\\x00-\\x{10FFFF}]";
          i += 3;
          changed = true;
          continue;
        }
        inCharClass = true;
      } else if (ch === "]") inCharClass = false;
      else if (!inCharClass && ch === "(" && i + 2 < size && data[i + 1] === "?" && data[i + 2] === "<") {
        if (i + 3 < size && !"=!>)".includes(data[i + 3])) {
          result += "(?P<";
          i += 3;
          changed = true;
          continue;
        }
      }
      let cp = data.codePointAt(i);
      let symSize = Utils.charCount(cp);
      result += data.substring(i, i + symSize);
      i += symSize;
    }
    const finalResult = changed ? result : data;
    if (prefixFlags.length > 0) return `(?${prefixFlags})${finalResult}`;
    return finalResult;
  }
};
var execResult = (m, input) => {
  const result = m.matchArray();
  result.index = m.start(0);
  result.input = input;
  result.groups = m.namedGroupsObject();
  return result;
};
var RE2JS = class RE2JS2 {
  /**
  * Flag: case insensitive matching.
  */
  static CASE_INSENSITIVE = PublicFlags.CASE_INSENSITIVE;
  /**
  * Flag: dot ({@code .}) matches all characters, including newline.
  */
  static DOTALL = PublicFlags.DOTALL;
  /**
  * Flag: multiline matching: {@code ^} and {@code $} match at beginning and end of line, not just
  * beginning and end of input.
  */
  static MULTILINE = PublicFlags.MULTILINE;
  /**
  * Flag: Unicode groups (e.g. {@code \p\ Greek\} ) will be syntax errors.
  */
  static DISABLE_UNICODE_GROUPS = PublicFlags.DISABLE_UNICODE_GROUPS;
  /**
  * Flag: matches longest possible string.
  */
  static LONGEST_MATCH = PublicFlags.LONGEST_MATCH;
  /**
  * Flag: enable linear-time captureless lookbehinds.
  */
  static LOOKBEHINDS = PublicFlags.LOOKBEHINDS;
  /**
  * Returns a literal pattern string for the specified string.
  *
  * This method produces a string that can be used to create a <code>RE2JS</code> that would
  * match the string <code>s</code> as if it were a literal pattern.
  *
  * Metacharacters or escape sequences in the input sequence will be given no special meaning.
  *
  * @param {string} str The string to be literalized
  * @returns {string} A literal string replacement
  */
  static quote(str) {
    return Utils.quoteMeta(str);
  }
  /**
  * Quotes '\' and '$' in {@code str}, so that the returned string could be used in
  * replacement methods as a literal replacement of {@code str}.
  *
  * This is a convenience delegation to {@link Matcher.quoteReplacement}.
  *
  * @param {string} str the string to be quoted
  * @param {boolean} [javaMode=false] whether the replacement will be used in javaMode
  * @returns {string} the quoted string
  */
  static quoteReplacement(str, javaMode = false) {
    return Matcher.quoteReplacement(str, javaMode);
  }
  /**
  * Translates a given regular expression string to ensure compatibility with RE2JS.
  *
  * This function preprocesses the input regex string by applying necessary transformations,
  * such as escaping special characters (e.g., `/`), converting named capture groups to
  * RE2JS-compatible syntax, and handling Unicode sequences properly. It ensures that the
  * resulting regex is safe and properly formatted before compilation.
  *
  * @param {string|RegExp} expr - The regular expression string to be translated.
  * @returns {string} - The transformed regular expression string, ready for compilation.
  */
  static translateRegExp(expr) {
    return TranslateRegExpString.translate(expr);
  }
  /**
  * Helper: create new RE2JS with given regex and flags. Flregex is the regex with flags applied.
  * @param {string} regex
  * @param {number} [flags=0]
  * @returns {RE2JS}
  */
  static compile(regex, flags = 0) {
    Utils.checkPattern(regex);
    Utils.checkFlags(flags);
    let fregex = regex;
    if ((flags & RE2JS2.CASE_INSENSITIVE) !== 0) fregex = `(?i)${fregex}`;
    if ((flags & RE2JS2.DOTALL) !== 0) fregex = `(?s)${fregex}`;
    if ((flags & RE2JS2.MULTILINE) !== 0) fregex = `(?m)${fregex}`;
    let re2Flags = RE2Flags.PERL;
    if ((flags & RE2JS2.DISABLE_UNICODE_GROUPS) !== 0) re2Flags &= ~RE2Flags.UNICODE_GROUPS;
    if ((flags & RE2JS2.LOOKBEHINDS) !== 0) re2Flags |= RE2Flags.LOOKBEHIND;
    const p = new RE2JS2(regex, flags);
    p.re2Input = RE2.compileImpl(fregex, re2Flags, (flags & RE2JS2.LONGEST_MATCH) !== 0);
    return p;
  }
  /**
  * Matches a string against a regular expression.
  *
  * @param {string} regex the regular expression
  * @param {string|number[]|Uint8Array} input the input
  * @returns {boolean} true if the regular expression matches the entire input
  * @throws RE2JSSyntaxException if the regular expression is malformed
  */
  static matches(regex, input) {
    return RE2JS2.compile(regex).testExact(input);
  }
  /**
  * This is visible for testing.
  * @private
  */
  static initTest(pattern, flags, re2) {
    if (pattern == null) throw new Error("pattern is null");
    if (re2 == null) throw new Error("re2 is null");
    const p = new RE2JS2(pattern, flags);
    p.re2Input = re2;
    return p;
  }
  /**
  *
  * @param {string} pattern
  * @param {number} flags
  */
  constructor(pattern, flags) {
    this.patternInput = pattern;
    this.flagsInput = flags;
    this.re2Input = null;
  }
  /**
  * Releases memory used by internal caches associated with this pattern. Does not change the
  * observable behaviour. Useful for tests that detect memory leaks via allocation tracking.
  */
  reset() {
    this.re2Input.reset();
  }
  /**
  * Returns the flags used in the constructor.
  * @returns {number}
  */
  flags() {
    return this.flagsInput;
  }
  /**
  * Returns the pattern used in the constructor.
  * @returns {string}
  */
  pattern() {
    return this.patternInput;
  }
  re2() {
    return this.re2Input;
  }
  /**
  * Matches a string against a regular expression.
  *
  * @param {string|number[]|Uint8Array} input the input
  * @returns {boolean} true if the regular expression matches the entire input
  */
  matches(input) {
    return this.testExact(input);
  }
  /**
  * Creates a new {@code Matcher} matching the pattern against the input.
  *
  * @param {string|number[]|Uint8Array|MatcherInputBase} input the input string
  * @returns {Matcher}
  */
  matcher(input) {
    if (Utils.isByteArray(input)) input = MatcherInput.utf8(input);
    return new Matcher(this, input);
  }
  /**
  * Tests whether the regular expression matches any part of the input string.
  * Performance Note: This method is highly optimized. Because it only returns
  * a boolean and does not extract capture groups, it bypasses the `Matcher` overhead
  * and guarantees execution on the high-speed DFA engine whenever possible.
  *
  * @param {string|number[]|Uint8Array} input - The input string or UTF-8 byte array to test against.
  * @returns {boolean} `true` if the pattern is found anywhere in the input, `false` otherwise.
  */
  test(input) {
    if (Utils.isByteArray(input)) return this.re2Input.matchUTF8(input);
    return this.re2Input.match(input);
  }
  /**
  * Tests whether the regular expression matches the ENTIRE input string.
  * * **Performance Note:** This operates identically to `.matches()`, but is significantly
  * faster because it does not request capture group data. By requesting 0 capture groups,
  * it securely routes execution through the DFA fast-path.
  *
  * @param {string|number[]|Uint8Array} input - The input string or UTF-8 byte array to test against.
  * @returns {boolean} `true` if the exact input string fully matches the pattern, `false` otherwise.
  */
  testExact(input) {
    const machineInput = Utils.isByteArray(input) ? MachineInput.fromUTF8(input) : MachineInput.fromUTF16(input);
    return this.re2Input.executeEngine(machineInput, 0, RE2Flags.ANCHOR_BOTH, 0) !== null;
  }
  /**
  * Executes a search for a match in a specified string.
  * Returns a result array, or null if no match is found.
  * The returned array perfectly mirrors standard JavaScript `RegExpExecArray`,
  * including `.index`, `.input`, and `.groups` properties.
  *
  * @param {string|number[]|Uint8Array} input the input string or byte array
  * @returns {Array|null} the match array with index, input, and groups properties, or null
  */
  exec(input) {
    const m = this.matcher(input);
    return m.find() ? execResult(m, input) : null;
  }
  /**
  * Splits input around instances of the regular expression. It returns an array giving the strings
  * that occur before, between, and after instances of the regular expression.
  *
  * If {@code limit <= 0}, there is no limit on the size of the returned array. If
  * {@code limit == 0}, empty strings that would occur at the end of the array are omitted. If
  * {@code limit > 0}, at most limit strings are returned. The final string contains the remainder
  * of the input, possibly including additional matches of the pattern.
  *
  * @param {string} input the input string to be split
  * @param {number} [limit=0] the limit
  * @returns {string[]} the split strings
  */
  split(input, limit2 = 0) {
    const m = this.matcher(input);
    const result = [];
    let emptiesSkipped = 0;
    let last2 = 0;
    while (m.find()) {
      if (last2 === 0 && m.end() === 0) {
        last2 = m.end();
        continue;
      }
      if (limit2 > 0 && result.length === limit2 - 1) break;
      if (last2 === m.start()) {
        if (limit2 === 0) {
          emptiesSkipped += 1;
          last2 = m.end();
          continue;
        }
      } else while (emptiesSkipped > 0) {
        result.push("");
        emptiesSkipped -= 1;
      }
      result.push(m.substring(last2, m.start()));
      last2 = m.end();
    }
    if (limit2 === 0 && last2 !== m.inputLength()) {
      while (emptiesSkipped > 0) {
        result.push("");
        emptiesSkipped -= 1;
      }
      result.push(m.substring(last2, m.inputLength()));
    }
    if (limit2 !== 0 || result.length === 0 && !(last2 === m.inputLength() && last2 > 0)) result.push(m.substring(last2, m.inputLength()));
    return result;
  }
  /**
  * Returns an iterator of all results matching a string against the regular expression,
  * including capturing groups.
  *
  * @param {string|number[]|Uint8Array} input the input string or byte array
  * @returns {IterableIterator<RegExpMatchArray>}
  */
  *matchAll(input) {
    const m = this.matcher(input);
    while (m.find()) yield execResult(m, input);
  }
  /**
  *
  * @returns {string}
  */
  toString() {
    return this.patternInput;
  }
  /**
  * Returns the program size of this pattern.
  *
  * <p>
  * Similar to the C++ implementation, the program size is a very approximate measure of a regexp's
  * "cost". Larger numbers are more expensive than smaller numbers.
  * </p>
  *
  * @returns {number} the program size of this pattern
  */
  programSize() {
    return this.re2Input.numberOfInstructions();
  }
  /**
  * Returns the number of capturing groups in this matcher's pattern. Group zero denotes the entire
  * pattern and is excluded from this count.
  *
  * @returns {number} the number of capturing groups in this pattern
  */
  groupCount() {
    return this.re2Input.numberOfCapturingGroups();
  }
  /**
  * Return a map of the capturing groups in this matcher's pattern, where key is the name and value
  * is the index of the group in the pattern.
  * @returns {Record<string, number>}
  */
  namedGroups() {
    return this.re2Input.namedGroups;
  }
  /**
  *
  * @param {*} other
  * @returns {boolean}
  */
  equals(other) {
    if (this === other) return true;
    if (other === null || this.constructor !== other.constructor) return false;
    return this.flagsInput === other.flagsInput && this.patternInput === other.patternInput;
  }
};

// packages/policy-language/src/text/regular-expression.ts
var compiled = /* @__PURE__ */ new Map();
var mostCompiled = 1e3;
function compileRegularExpression(pattern) {
  let result = compiled.get(pattern);
  if (result === void 0) {
    if (compiled.size >= mostCompiled) compiled.clear();
    result = compile(pattern);
    compiled.set(pattern, result);
  }
  return result;
}
function compile(pattern) {
  try {
    const expression = RE2JS.compile(pattern);
    const groupNames = Object.keys(expression.namedGroups());
    return { ok: true, groupCount: expression.groupCount(), groupNames };
  } catch (error2) {
    if (!(error2 instanceof RE2JSException)) throw error2;
    const reason = error2.message.replace(/^error parsing regexp: /, "");
    const quoted2 = /: `(.*)`$/s.exec(reason)?.[1];
    const start = quoted2 === void 0 || quoted2 === "" ? -1 : pattern.indexOf(quoted2);
    if (start < 0 || quoted2 === void 0) return { ok: false, reason };
    return { ok: false, reason, span: { start, end: start + quoted2.length } };
  }
}

// packages/policy-language/src/expression/check/text-format.ts
var checked = /* @__PURE__ */ new Map();
var mostChecked = 1e3;
function checkFormat(format2, value) {
  const key = `${format2} ${value}`;
  if (!checked.has(key)) {
    if (checked.size >= mostChecked) checked.clear();
    checked.set(key, findFormatError(format2, value));
  }
  return checked.get(key);
}
function findFormatError(format2, value) {
  if (format2 === "regular-expression") return checkRegularExpression(value);
  return isOfFormat[format2](value) ? void 0 : { code: `invalid-${format2}`, args: { value } };
}
var isOfFormat = {
  cidr: (value) => parseCidr(value) !== void 0,
  timestamp: isTimestamp,
  duration: (value) => parseDuration(value) !== void 0
};
function checkRegularExpression(value) {
  const result = compileRegularExpression(value);
  if (result.ok) return void 0;
  return {
    code: "invalid-regular-expression",
    args: { reason: result.reason },
    ...result.span && { part: result.span }
  };
}
function isTimestamp(value) {
  const match = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(\.\d+)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/.exec(
    value
  );
  if (match === null) return false;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match.slice(1, 7).map(Number);
  const lastDay = new Date(Date.UTC(year, month, 0)).getUTCDate();
  const isDate = year >= 1 && month >= 1 && month <= 12 && day >= 1 && day <= lastDay;
  return isDate && hour < 24 && minute < 60 && second < 60;
}

// packages/policy-language/src/expression/check/check.ts
function checkExpression(tree, context = {}) {
  const { dialect = directionsDialect, protocol, direction, text: text2 } = context;
  const checker = new Checker({ dialect, protocol, direction, text: text2, checkFormat });
  const type2 = checker.check(tree);
  const errors = checker.errors.toSorted(
    (one, other) => (one.span?.start ?? 0) - (other.span?.start ?? 0)
  );
  return { type: type2, errors, variables: checker.variables, types: checker.types };
}

// packages/policy-language/src/expression/check/describe-check-error.ts
function describeCheckError({ code, args, suggestion }) {
  const { message, help } = sentences2[code](args);
  const shown = suggestion === void 0 ? habitHelp(code, args["name"] ?? "") ?? help : `Did you mean ${suggestion}?`;
  return shown === void 0 ? { message } : { message, help: shown };
}
var sentences2 = {
  "unknown-variable": ({ name }) => ({
    message: `There is no variable ${name}.`,
    ...name?.includes(".") ? {} : { help: "If it is meant as text, put it in quotes." }
  }),
  "unknown-function": ({ name, help }) => ({
    message: `There is no function ${name}().`,
    ...help === void 0 ? {} : { help }
  }),
  "unknown-method": ({ name, type: type2 }) => ({ message: `A ${type2} has no method ${name}().` }),
  "unknown-field": ({ name, type: type2 }) => ({ message: `A ${type2} has no field ${name}.` }),
  "namespace-as-value": ({ name, fields }) => ({
    message: `${name} is only the beginning of other names, not a value.`,
    help: `It goes on with ${fields}.`
  }),
  "unavailable-here": ({ name, place, elsewhere }) => ({
    message: `${name} does not exist ${place}.`,
    ...elsewhere === void 0 ? {} : { help: `It exists ${elsewhere}.` }
  }),
  "wrong-argument-types": ({ name, given, expected, help = `It takes ${expected}.` }) => ({
    message: `${name} cannot be called with ${given}.`,
    help
  }),
  "wrong-argument-count": ({ name, given, expected }) => ({
    message: `${name}() is called with ${given}.`,
    help: `It takes ${expected}.`
  }),
  "no-such-operator": ({ operator, left, right, help }) => ({
    message: `${operator} does not work between ${left} and ${right}.`,
    ...help === void 0 ? {} : { help }
  }),
  "not-a-boolean-operand": ({ operator, type: type2, help = "Compare it with something." }) => ({
    message: `${operator} needs a bool here, not ${type2}.`,
    help
  }),
  "not-indexable": ({ type: type2 }) => ({
    message: `A ${type2} has no elements to take with [ ].`
  }),
  "wrong-key-type": ({ type: type2, given, expected }) => ({
    message: `A ${type2} is not indexed by ${given}.`,
    help: `It takes ${expected}.`
  }),
  "macro-misuse": ({ name, reason, form }) => ({
    message: `${name}() is used wrongly: ${reason}.`,
    help: `Write ${form}.`
  }),
  "invalid-regular-expression": ({ reason }) => ({
    message: `The regular expression is not RE2: ${reason}.`,
    help: "RE2 has no look-around and no back-references."
  }),
  "invalid-cidr": ({ value }) => ({
    message: `"${value}" is not a CIDR.`,
    help: "Write an address and the length of its prefix, like 192.0.2.0/24 or 2001:db8::/32."
  }),
  "invalid-timestamp": ({ value }) => ({
    message: `"${value}" is not a timestamp.`,
    help: "Write date, time and zone as RFC 3339 has them, like 2024-01-31T00:00:00Z."
  }),
  "invalid-duration": ({ value }) => ({
    message: `"${value}" is not a duration.`,
    help: "Write numbers with their unit, like 90s, 1h30m or 250ms."
  })
};

// packages/policy-lint/src/meant-rule.ts
function meantRule(name, known3) {
  const rules3 = [...known3].map((full) => [...split(full), full]);
  if (rules3.some(([category2]) => category2 === name)) return void 0;
  const [category, short2] = split(name);
  const meant = nearest(
    category,
    rules3.map(([other]) => other)
  );
  const beside = rules3.filter(([other]) => other === meant);
  return nearestOf(short2, beside) ?? nearestOf(short2, rules3);
}
function split(name) {
  const slash2 = name.indexOf("/");
  return [name.slice(0, Math.max(0, slash2)), name.slice(slash2 + 1)];
}
function nearestOf(name, rules3) {
  const meant = nearest(
    name,
    rules3.map(([, short2]) => short2)
  );
  const [only, ...others] = rules3.filter(([, short2]) => short2 === meant);
  return others.length === 0 ? only?.[2] : void 0;
}

// packages/policy-lint/src/ignore/read-ignore-comments.ts
var ignoreMark = "traffic-policy-ignore";
var ignoreNextLine = `${ignoreMark}-next-line`;
function readIgnoreComments(comments) {
  const orders2 = comments.flatMap(({ text: text2, range }) => {
    const [, order2, rest = ""] = /^(traffic-policy-ignore[\w-]*)(?=\s|$)(.*)$/s.exec(text2) ?? [];
    if (order2 === void 0) return [];
    const [names2 = "", why] = rest.split(/\s--(?=\s|$)/, 2);
    const rules3 = names2.split(",").map((name) => name.trim());
    return [{ order: order2, rules: rules3, why: why?.trim(), location: range }];
  });
  const lines = new Set(orders2.map(({ location }) => location.end.line));
  return orders2.map((order2) => {
    let line = order2.location.end.line + 1;
    while (lines.has(line)) line += 1;
    return { ...order2, rules: order2.rules.filter((name) => name !== ""), line };
  });
}

// packages/policy-lint/src/ignore/ignore-comments.ts
var IgnoreComments = class {
  #comments;
  #used = /* @__PURE__ */ new Set();
  constructor(comments) {
    this.#comments = readIgnoreComments(comments);
  }
  /** Whether there are none. */
  get isEmpty() {
    return this.#comments.length === 0;
  }
  /**
   * Whether a comment orders to ignore a finding.
   *
   * @param lines - the lines that a comment about the finding may stand before
   */
  ignores({ rule }, lines) {
    const index = this.#comments.findIndex(
      ({ order: order2, rules: rules3, location, line }) => order2 === ignoreNextLine && rules3.includes(rule) && lines.some((other) => other.line === line && other.file === location.file)
    );
    if (index !== -1) this.#used.add(`${index} ${rule}`);
    return index !== -1;
  }
  /** What became of the comments so far. */
  nodes(known3) {
    return this.#comments.map(({ location, order: order2, rules: rules3, why }, index) => ({
      kind: "comment",
      location,
      order: order2,
      why,
      rules: rules3.map((name) => ({
        name,
        isKnown: known3.has(name),
        meant: known3.has(name) ? void 0 : meantRule(name, known3.keys()),
        isUsed: this.#used.has(`${index} ${name}`)
      }))
    }));
  }
};

// packages/policy-lint/src/nodes/items-of.ts
function itemsOf2(value) {
  return Array.isArray(value) ? [...value.entries()] : [];
}

// packages/policy-lint/src/analysis/config-values.ts
function textsOf(action, field) {
  const keys3 = field.split(".");
  let value = action.config;
  for (const key of keys3) value = isJsonObject(value) ? value[key] : void 0;
  const path = action.pathOf(...keys3);
  const texts3 = Array.isArray(value) ? itemsOf2(value).map(([index, item]) => [path + toPointer([index]), item]) : [[path, value]];
  return texts3.flatMap(
    ([place, text2]) => typeof text2 === "string" && !text2.includes("${") ? [{ path: place, text: text2 }] : []
  );
}

// packages/policy-lint/src/analysis/fields-of-format.ts
function fieldsOfFormat(action, format2) {
  const formats = action.definition?.formats ?? {};
  return Object.keys(formats).filter((field) => formats[field] === format2);
}

// packages/policy-lint/src/rule.ts
function defineRule(rule) {
  return rule;
}

// packages/policy-lint/src/rules/action/cidr.ts
var cidr_default = defineRule({
  severity: "error",
  fix: "safe",
  docs: {
    what: "A CIDR of a config is none, is not written with the first address of its range, or lacks its prefix.",
    wrong: '{ "inbound": [ { "name": "Office only", "actions": [ { "type": "restrict-ips", "config": { "allow": ["192.0.2.0/33"] } } ] } ] }',
    right: '{ "inbound": [ { "name": "Office only", "actions": [ { "type": "restrict-ips", "config": { "allow": ["192.0.2.0/24"] } } ] } ] }',
    why: "The service refuses a policy with an invalid CIDR. One with bits after its prefix, such as `192.0.2.7/24`, stands for the whole range, which is more than its author may have meant; that is a warning. Whether an address without a prefix is taken is not documented."
  },
  visit: {
    action(node, report) {
      for (const field of fieldsOfFormat(node, "cidr")) {
        for (const text2 of textsOf(node, field)) {
          const finding = check(text2);
          if (finding !== void 0) report(finding);
        }
      }
    }
  }
});
function check({ path, text: text2 }) {
  const range = parseCidr(text2);
  if (range !== void 0)
    return hasHostBits(text2, range) ? hostBits(path, text2, range) : void 0;
  const address2 = parseAddress(text2);
  if (address2 === void 0) {
    return { path, ...describeCheckError({ code: "invalid-cidr", args: { value: text2 } }) };
  }
  return {
    path,
    message: `"${text2}" has no prefix length.`,
    help: `Write "${address2.text}" for this one address.`,
    atMost: "info",
    fix: { title: `Write ${address2.text}`, safe: true, edits: [{ path, value: address2.text }] }
  };
}
function hasHostBits(text2, { first }) {
  const address2 = text2.slice(0, text2.indexOf("/"));
  return parseAddress(address2)?.first !== first;
}
function hostBits(path, text2, range) {
  const single = `${text2.slice(0, text2.indexOf("/"))}/${range.version === 4 ? 32 : 128}`;
  return {
    path,
    message: `"${text2}" stands for the whole range ${range.text}.`,
    help: `Write "${range.text}" if that is meant, or "${single}" for the one address.`,
    atMost: "warning",
    fix: { title: `Write ${range.text}`, safe: true, edits: [{ path, value: range.text }] }
  };
}

// packages/policy-lint/src/analysis/cidr-overlaps.ts
function cidrOverlaps(ranges) {
  const overlaps = [];
  const around = [];
  for (const inner of ranges.toSorted(byStart)) {
    while (around.length > 0 && !holds2(around.at(-1), inner)) around.pop();
    const outer = around.at(-1);
    if (outer === void 0) around.push(inner);
    else overlaps.push({ inner, outer });
  }
  return overlaps;
}
function holds2(outer, inner) {
  return outer !== void 0 && containsCidr(outer.range, inner.range);
}
function byStart({ range: one }, { range: other }) {
  if (one.version !== other.version) return one.version - other.version;
  if (one.first !== other.first) return one.first < other.first ? -1 : 1;
  return one.prefix - other.prefix;
}

// packages/policy-lint/src/analysis/ranges-of.ts
function rangesOf(node, field) {
  return textsOf(node, field).flatMap(({ path, text: text2 }) => {
    const range = parseCidr(text2) ?? parseAddress(text2);
    return range === void 0 ? [] : [{ path, text: text2, range }];
  });
}

// packages/policy-lint/src/rules/action/cidr-overlap.ts
var cidr_overlap_default = defineRule({
  severity: "info",
  fix: "safe",
  docs: {
    what: "A CIDR stands twice in a list, or lies in another one of it.",
    wrong: '{ "inbound": [ { "name": "Office only", "actions": [ { "type": "restrict-ips", "config": { "allow": ["192.0.2.0/24", "192.0.2.128/25"] } } ] } ] }',
    right: '{ "inbound": [ { "name": "Office only", "actions": [ { "type": "restrict-ips", "config": { "allow": ["192.0.2.0/24"] } } ] } ] }',
    why: "It does no harm, but makes the list longer, and whoever takes one of the two out again changes nothing."
  },
  visit: {
    action(node, report) {
      for (const field of fieldsOfFormat(node, "cidr")) {
        for (const overlap2 of cidrOverlaps(rangesOf(node, field))) report(superfluous(overlap2));
      }
    }
  }
});
function superfluous({ inner, outer }) {
  const isSame = inner.range.text === outer.range.text;
  return {
    path: inner.path,
    message: isSame ? `"${inner.text}" is in this list already.` : `"${inner.text}" is a part of "${outer.text}", which is in this list as well.`,
    help: "Remove it.",
    related: [{ message: "The other one is here.", path: outer.path }],
    fix: { title: "Remove it", safe: true, edits: [{ path: inner.path, remove: true }] }
  };
}

// packages/policy-lint/src/analysis/flow/along-direction.ts
function alongDirection(make) {
  const memories = /* @__PURE__ */ new WeakMap();
  return ({ place }) => {
    const memory = memories.get(place) ?? make();
    memories.set(place, memory);
    return memory;
  };
}

// packages/policy-lint/src/rules/action/compressed-twice.ts
var type = "compress-response";
var compressing = alongDirection(() => ({ always: [] }));
var compressed_twice_default = defineRule({
  severity: "warning",
  docs: {
    what: "A response is compressed by an action, although another one has done it already.",
    wrong: '{ "outbound": [ { "name": "Compress", "actions": [ { "type": "compress-response" } ] }, { "name": "Compress pages", "expressions": ["res.status_code == 200"], "actions": [ { "type": "compress-response", "config": { "algorithms": ["br"] } } ] } ] }',
    right: '{ "outbound": [ { "name": "Compress", "actions": [ { "type": "compress-response" } ] } ] }',
    why: "A response that is compressed is left as it is. So a second `compress-response` does nothing when it has no algorithm that the first one lacks."
  },
  visit: {
    rule(rule, report) {
      const memory = compressing(rule);
      const before2 = [...memory.always];
      for (const node of rule.actions) {
        if (node.type !== type) continue;
        const algorithms = algorithmsOf(node);
        const earlier = before2.find((other) => covers(other.algorithms, algorithms));
        if (earlier === void 0) before2.push({ path: node.path, algorithms });
        else
          report({
            path: node.path,
            message: "The response is compressed already when this action is done.",
            help: "Remove one of the two.",
            related: [{ message: "It is compressed here.", path: earlier.path }]
          });
      }
      if (isUnconditional(rule)) memory.always = before2.slice(0, 20);
    }
  }
});
function isUnconditional({ value }) {
  const { expressions = null } = value;
  return expressions === null || Array.isArray(expressions) && expressions.length === 0;
}
function covers(names2, others) {
  return others.length > 0 && others.every((name) => names2.includes(name));
}
function algorithmsOf(node) {
  const algorithms = node.field("algorithms");
  if (Array.isArray(algorithms)) return algorithms;
  const fallback = node.definition?.config.properties["algorithms"]?.default;
  return Array.isArray(fallback) ? fallback : [];
}

// packages/policy-lint/src/rules/action/compression.ts
var compression_default = defineRule({
  severity: "warning",
  fix: "safe",
  docs: {
    what: "A `compress-response` names no algorithm, or one twice.",
    wrong: '{ "outbound": [ { "name": "Compress", "actions": [ { "type": "compress-response", "config": { "algorithms": ["gzip", "br", "gzip"] } } ] } ] }',
    right: '{ "outbound": [ { "name": "Compress", "actions": [ { "type": "compress-response", "config": { "algorithms": ["gzip", "br"] } } ] } ] }',
    why: "Without an algorithm there is nothing to compress with; leave `algorithms` out to have all of them. One that stands twice is not offered twice."
  },
  visit: {
    action(node, report) {
      if (node.type !== "compress-response") return;
      const path = node.pathOf("algorithms");
      const algorithms = node.field("algorithms");
      if (Array.isArray(algorithms) && algorithms.length === 0) {
        report({
          path,
          message: "There is no algorithm to compress with.",
          help: 'Name one, such as "gzip", or remove "algorithms" to have all of them.'
        });
      }
      const seen = /* @__PURE__ */ new Set();
      for (const [index, name] of itemsOf2(algorithms)) {
        const at2 = `${path}/${index}`;
        if (typeof name === "string" && seen.has(name)) {
          report({
            path: at2,
            message: `"${name}" is in this list already.`,
            help: "Remove it.",
            fix: { title: "Remove it", safe: true, edits: [{ path: at2, remove: true }] }
          });
        }
        seen.add(name);
      }
    }
  }
});

// packages/policy-lint/src/analysis/meant-key.ts
function meantKey(key, object, known3) {
  const absent = known3.filter((name) => object[name] === void 0);
  return absent.find((name) => sameLetters(name, key)) ?? nearest(key, absent) ?? nearest(key, known3);
}
function sameLetters(one, other) {
  return letters(one) === letters(other);
}
function letters(name) {
  return name.replace(/[\s_-]/g, "").toLowerCase();
}

// packages/policy-lint/src/schema/compile-schema.ts
import { createRequire } from "node:module";

// packages/policy-lint/src/schema/ajv-options.ts
var ajvOptions = { allErrors: true, allowUnionTypes: true, verbose: true };

// packages/policy-lint/src/schema/compile-schema.ts
function compileSchema(schema) {
  return compiler().compile(schema);
}
var ajv;
function compiler() {
  if (ajv === void 0) {
    const library = createRequire(import.meta.url)("ajv");
    ajv = new library.Ajv(ajvOptions);
  }
  return ajv;
}

// packages/policy-lint/src/schema/compiled-schemas.ts
function compiledSchemas() {
  return /* @__PURE__ */ new Map();
}

// packages/policy-lint/src/schema/validator-of.ts
var validators = /* @__PURE__ */ new WeakMap();
var compiled2;
function validatorOf(schema) {
  let validator = validators.get(schema);
  if (validator === void 0) {
    compiled2 ??= compiledSchemas();
    validator = compiled2.get(JSON.stringify(schema)) ?? compileSchema(schema);
    validators.set(schema, validator);
  }
  return validator;
}

// packages/policy-lint/src/schema/schema-findings.ts
function schemaFindings(schema, value, path, otherNames = {}) {
  const validate = validatorOf(schema);
  validate(value);
  const errors = distinct(validate.errors ?? []);
  const meant = new Set(
    errors.filter(isUnknownKey).map((error2) => `${error2.instancePath} ${meantBy(error2, otherNames)}`)
  );
  return errors.flatMap((error2) => {
    const missing = error2.params["missingProperty"];
    if (missing !== void 0 && meant.has(`${error2.instancePath} ${missing}`)) return [];
    return [toFinding(error2, path, otherNames)];
  });
}
function distinct(errors) {
  const ofWrongType = new Set(
    errors.flatMap(({ keyword, instancePath }) => keyword === "type" ? [instancePath] : [])
  );
  return errors.filter(
    ({ keyword, instancePath, propertyName }) => propertyName === void 0 && (keyword === "type" || !ofWrongType.has(instancePath))
  );
}
function isUnknownKey({ keyword }) {
  return keyword === "additionalProperties";
}
function knownKeys({ parentSchema }) {
  return Object.keys(parentSchema?.["properties"] ?? {});
}
function meantBy(error2, otherNames) {
  const key = String(error2.params["additionalProperty"]);
  const other = Object.hasOwn(otherNames, key) ? otherNames[key] : void 0;
  const object = error2.data;
  return other ?? (isJsonObject(object) ? meantKey(key, object, knownKeys(error2)) : void 0);
}
function toFinding(error2, base, otherNames) {
  const path = base + error2.instancePath;
  const name = fromPointer(path).at(-1) ?? "";
  const subject = /^\d*$/.test(name) ? "This" : `"${name}"`;
  const wrongValue = (message) => ({ kind: "value", path, message });
  switch (error2.keyword) {
    case "type":
      return wrongType(error2, path, subject);
    case "required": {
      const key = String(error2.params["missingProperty"]);
      return {
        kind: "missing-key",
        key,
        path,
        message: `"${key}" is missing.`,
        help: `Add "${key}".`
      };
    }
    case "additionalProperties":
      return unknownKey(error2, path, meantBy(error2, otherNames));
    case "enum": {
      const allowed = error2.params["allowedValues"];
      const meant = typeof error2.data === "string" ? nearest(error2.data, allowed) : void 0;
      return {
        ...wrongValue(
          `${JSON.stringify(error2.data)} is not one of the values that are possible here.`
        ),
        help: meant === void 0 ? `They are ${list(allowed)}.` : `Did you mean "${meant}"?`
      };
    }
    case "propertyNames": {
      const key = String(error2.params["propertyName"]);
      const message = `"${key}" is a key that cannot stand here.`;
      return { kind: "value", path: path + toPointer([key]), part: "key", message };
    }
    case "not":
      return wrongValue(`${JSON.stringify(error2.data)} cannot stand here.`);
    case "minProperties":
    case "minItems":
      return wrongValue(`${subject} must have ${entries(error2)} at least.`);
    case "maxProperties":
    case "maxItems":
      return wrongValue(`${subject} may have ${entries(error2)} at most.`);
    case "minimum":
      return wrongValue(`${subject} must be ${limit(error2)} or more.`);
    case "maximum":
      return wrongValue(`${subject} must be ${limit(error2)} or less.`);
    case "minLength":
      return wrongValue(
        limit(error2) === "1" ? `${subject} must not be empty.` : `${subject} must have ${limit(error2)} characters at least.`
      );
    case "maxLength":
      return wrongValue(`${subject} may have ${limit(error2)} characters at most.`);
    default:
      return wrongValue(`${subject} ${error2.message ?? "is wrong"}.`);
  }
}
function unknownKey(error2, path, meant) {
  const key = String(error2.params["additionalProperty"]);
  const at2 = path + toPointer([key]);
  const isSame = meant !== void 0 && sameLetters(meant, key);
  const isFree = meant !== void 0 && error2.data[meant] === void 0;
  const fix = isSame && isFree ? { title: `Write "${meant}"`, safe: true, edits: [{ path: at2, key: meant }] } : void 0;
  return {
    kind: "unknown-key",
    key,
    path: at2,
    part: "key",
    message: `"${key}" is not a key that can stand here.`,
    help: meant === void 0 ? `The keys are ${list(knownKeys(error2))}.` : `Did you mean "${meant}"?`,
    ...fix && { fix }
  };
}
function wrongType(error2, path, subject) {
  const { params, data } = error2;
  const expected = [].concat(params["type"]).filter((type2) => type2 !== "null");
  const wanted = expected.map((type2) => words2[type2] ?? type2).join(" or ");
  const message = `${subject} must be ${wanted}, not ${kindOf(data)}.`;
  if (expected.join() !== "array") return { kind: "value", path, message };
  const help = "Put it in square brackets: a list, even of one.";
  const items = error2.parentSchema?.items;
  const fix = isItem(data, items) ? { fix: inList(path, data) } : {};
  return { kind: "value", path, message, help, ...fix };
}
function isItem(value, items) {
  if (typeof value === "string") return items?.type === "string";
  const known3 = items?.properties ?? {};
  return isJsonObject(value) && Object.keys(value).some((key) => Object.hasOwn(known3, key));
}
function inList(path, value) {
  return { title: "Put it in square brackets", safe: true, edits: [{ path, value: [value] }] };
}
var words2 = {
  array: "a list",
  object: "an object",
  string: "text",
  integer: "a whole number",
  number: "a number",
  boolean: "true or false"
};
function kindOf(value) {
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  if (typeof value === "number" && !Number.isInteger(value)) return "a fraction";
  if (typeof value === "object" && !isJsonObject(value)) return "a number of so many digits";
  return words2[typeof value] ?? typeof value;
}
function limit({ params }) {
  return String(params["limit"]);
}
function entries(error2) {
  return limit(error2) === "1" ? "1 entry" : `${limit(error2)} entries`;
}
function list(names2) {
  return names2.map((name) => `"${name}"`).join(", ");
}

// packages/policy-lint/src/rules/action/config.ts
var config_default = defineRule({
  severity: "error",
  fix: "safe",
  docs: {
    what: "The config of an action lacks a key, has one too many, or a value of the wrong kind.",
    wrong: '{ "inbound": [ { "name": "Closed", "actions": [ { "type": "custom-response", "config": { "statusCode": 503 } } ] } ] }',
    right: '{ "inbound": [ { "name": "Closed", "actions": [ { "type": "custom-response", "config": { "status_code": 503 } } ] } ] }',
    why: "The service refuses a policy with such an action."
  },
  visit: {
    action(node, report) {
      const { path, value, config: config2, definition } = node;
      if (definition === void 0) return;
      const { type: type2, config: schema, example: example3, otherFieldNames } = definition;
      if (isJsonObject(config2)) {
        for (const finding of schemaFindings(schema, config2, node.pathOf(), otherFieldNames)) {
          report(finding);
        }
      }
      const isBeside = Object.keys(schema.properties).some((key) => value[key] !== void 0);
      if (config2 !== void 0 && config2 !== null || isBeside) return;
      const [missing] = schema.required ?? [];
      if (missing === void 0) return;
      report({
        path,
        message: `The action "${type2}" needs a config with "${missing}".`,
        help: `For example ${JSON.stringify({ type: type2, config: example3 })}.`
      });
    }
  }
});

// packages/policy-lint/src/analysis/set-headers.ts
function setHeaders(action) {
  const headers = action.definition?.headers;
  if (headers === void 0 || !("sets" in headers)) return [];
  const values = action.field(headers.sets);
  if (!isJsonObject(values)) return [];
  return Object.entries(values).map(([name, value]) => ({
    name,
    value,
    path: action.pathOf(headers.sets, name)
  }));
}

// packages/policy-lint/src/rules/action/connection-header.ts
var connection_header_default = defineRule({
  severity: "warning",
  docs: {
    what: "An action sets a header that the servers make themselves, such as `connection` or `content-length`.",
    wrong: '{ "inbound": [ { "name": "Old page", "actions": [ { "type": "custom-response", "config": { "status_code": 410, "headers": { "content-type": "text/plain", "content-length": "4" }, "content": "Gone" } } ] } ] }',
    right: '{ "inbound": [ { "name": "Old page", "actions": [ { "type": "custom-response", "config": { "status_code": 410, "headers": { "content-type": "text/plain" }, "content": "Gone" } } ] } ] }',
    why: "Headers such as `connection`, `upgrade` and `transfer-encoding` are about one connection between two servers, and `content-length` follows from what is sent. Written by hand they are dropped at best; otherwise the other side waits for more than comes, or takes a part of one message for the next."
  },
  visit: {
    action(node, report) {
      for (const { name, path } of setHeaders(node)) {
        const why = madeByServers.get(name.toLowerCase());
        if (why === void 0) continue;
        report({
          path,
          part: "key",
          message: `The header "${name}" ${why}, so it should not be set by hand.`,
          help: "Remove it."
        });
      }
    }
  }
});
var ofConnection = "is about a single connection";
var madeByServers = /* @__PURE__ */ new Map([
  ["connection", ofConnection],
  ["content-length", "follows from the content"],
  ["keep-alive", ofConnection],
  ["proxy-connection", ofConnection],
  ["transfer-encoding", ofConnection],
  ["upgrade", ofConnection]
]);

// packages/policy-lint/src/analysis/json-text.ts
function notJsonAt(text2, isWhole) {
  const error2 = parseJson(text2).errors.find(({ code }) => code === "syntax");
  if (error2 === void 0) return void 0;
  return isWhole || error2.span.end < text2.length ? error2.span : void 0;
}

// packages/policy-lint/src/rules/action/content-type.ts
var content_type_default = defineRule({
  severity: "warning",
  docs: {
    what: "The content of an answer is not what its `content-type` says, or nothing says what it is.",
    wrong: `{ "inbound": [ { "name": "Closed", "actions": [ { "type": "custom-response", "config": { "status_code": 503, "headers": { "content-type": "application/json" }, "content": "{ error: 'closed' }" } } ] } ] }`,
    right: '{ "inbound": [ { "name": "Closed", "actions": [ { "type": "custom-response", "config": { "status_code": 503, "headers": { "content-type": "application/json" }, "content": "{ \\"error\\": \\"closed\\" }" } } ] } ] }',
    why: "A client that is told to expect JSON fails when it reads something else. Without a `content-type` the service guesses one by rules that are not documented; that is a hint."
  },
  visit: {
    action(node, report) {
      const field = node.definition?.answer?.content;
      const content = field === void 0 ? void 0 : node.field(field);
      if (field === void 0 || typeof content !== "string" || content === "") return;
      const header = setHeaders(node).find(({ name }) => name.toLowerCase() === "content-type");
      if (header === void 0) {
        report({
          path: node.pathOf(field),
          message: "Nothing says what kind of content this is.",
          help: 'Set the header "content-type", such as "text/plain; charset=utf-8".',
          atMost: "info"
        });
        return;
      }
      const { value, path } = header;
      if (typeof value !== "string" || value.includes("${")) return;
      const type2 = value.split(";")[0]?.trim().toLowerCase() ?? "";
      if (!/^[\w!#$&^.+-]+\/[\w!#$&^.+-]+$/.test(type2)) {
        report({
          path,
          message: `"${value}" is not a media type.`,
          help: "Write its two parts, such as application/json or text/plain."
        });
      } else if (/[/+]json$/.test(type2)) {
        const finding = notJson(node, field, content);
        if (finding !== void 0) report(finding);
      }
    }
  }
});
function notJson(node, field, content) {
  const path = node.pathOf(field);
  const parts = node.texts.find((text2) => text2.path === path)?.interpolations.parts;
  const first = parts?.find(({ kind }) => kind === "interpolation");
  const known3 = first === void 0 ? content : content.slice(0, first.span.start);
  const part2 = notJsonAt(known3, first === void 0 && !content.includes("${"));
  if (part2 === void 0) return void 0;
  return {
    path,
    part: part2,
    message: "The content is not JSON, although its content-type says so.",
    help: "Put it right here, or write another content-type, such as text/plain."
  };
}

// packages/policy-lint/src/rules/action/denied-cidr.ts
var denied_cidr_default = defineRule({
  severity: "warning",
  docs: {
    what: "A CIDR is allowed, and denied as a whole.",
    wrong: '{ "inbound": [ { "name": "Office only", "actions": [ { "type": "restrict-ips", "config": { "allow": ["192.0.2.0/24", "198.51.100.7/32"], "deny": ["198.51.100.0/24"] } } ] } ] }',
    right: '{ "inbound": [ { "name": "Office only", "actions": [ { "type": "restrict-ips", "config": { "allow": ["192.0.2.0/24"], "deny": ["192.0.2.66/32"] } } ] } ] }',
    why: "An address is let through when it is allowed and not denied. So an entry of `allow` that `deny` covers lets nobody through, although it reads as if it did."
  },
  visit: {
    action(node, report) {
      const fields = fieldsOfFormat(node, "cidr");
      if (!fields.includes("allow") || !fields.includes("deny")) return;
      const allowed = rangesOf(node, "allow");
      const isAllowed = new Set(allowed.map(({ path }) => path));
      for (const { inner, outer } of cidrOverlaps([...rangesOf(node, "deny"), ...allowed])) {
        if (!isAllowed.has(inner.path) || isAllowed.has(outer.path)) continue;
        report({
          path: inner.path,
          message: `"${inner.text}" is never let through, for "deny" has "${outer.text}".`,
          help: 'Remove one of them: an address that "deny" has is refused, even when "allow" has it.',
          related: [{ message: "It is denied here.", path: outer.path }]
        });
      }
    }
  }
});

// packages/policy-lint/src/rules/action/duplicate-header.ts
var duplicate_header_default = defineRule({
  severity: "warning",
  docs: {
    what: "An action sets one header twice, under names that differ only in capitals.",
    wrong: '{ "inbound": [ { "name": "Version", "actions": [ { "type": "add-headers", "config": { "headers": { "X-Release": "1", "x-release": "2" } } } ] } ] }',
    right: '{ "inbound": [ { "name": "Version", "actions": [ { "type": "add-headers", "config": { "headers": { "x-release": "2" } } } ] } ] }',
    why: "Capitals make no difference in the name of a header. Which of the two values is sent, or whether both are, is not known."
  },
  visit: {
    action(node, report) {
      const seen = /* @__PURE__ */ new Map();
      for (const { name, path } of setHeaders(node)) {
        const key = name.toLowerCase();
        const first = seen.get(key);
        if (first === void 0) seen.set(key, { name, path });
        else
          report({
            path,
            part: "key",
            message: `"${name}" and "${first.name}" are the same header.`,
            help: "Remove one of them.",
            related: [{ message: "The other one is here.", path: first.path, part: "key" }]
          });
      }
    }
  }
});

// packages/policy-lint/src/rules/action/duration.ts
var duration_default = defineRule({
  severity: "error",
  docs: {
    what: "A length of time in a config is none, or is outside of its bounds.",
    wrong: '{ "inbound": [ { "name": "Not too often", "actions": [ { "type": "rate-limit", "config": { "name": "Ten", "algorithm": "sliding_window", "capacity": 10, "rate": "30s", "bucket_key": ["conn.client_ip"] } } ] } ] }',
    right: '{ "inbound": [ { "name": "Not too often", "actions": [ { "type": "rate-limit", "config": { "name": "Ten", "algorithm": "sliding_window", "capacity": 10, "rate": "60s", "bucket_key": ["conn.client_ip"] } } ] } ] }',
    why: "The service refuses a policy with such a length of time."
  },
  visit: {
    action(node, report) {
      for (const [field, format2] of Object.entries(node.definition?.formats ?? {})) {
        if (typeof format2 !== "object") continue;
        for (const { path, text: text2 } of textsOf(node, field)) {
          const wrong = complaint(text2, format2);
          if (wrong === void 0) continue;
          const { minimum, maximum, multipleOf } = format2;
          report({
            path,
            message: wrong,
            help: `Write a time from ${minimum} to ${maximum} in steps of ${multipleOf}, such as "${minimum}".`
          });
        }
      }
    }
  }
});
function complaint(text2, format2) {
  const { minimum, maximum, multipleOf } = format2;
  const time2 = parseDuration(text2);
  if (time2 === void 0) {
    return describeCheckError({ code: "invalid-duration", args: { value: text2 } }).message;
  }
  if (time2 < (parseDuration(minimum) ?? time2)) return `"${text2}" is shorter than ${minimum}.`;
  if (time2 > (parseDuration(maximum) ?? time2)) return `"${text2}" is longer than ${maximum}.`;
  const step = parseDuration(multipleOf) ?? 1;
  return time2 % step === 0 ? void 0 : `"${text2}" is not a multiple of ${multipleOf}.`;
}

// packages/policy-lint/src/analysis/environment-variable.ts
function isEnvironmentVariable({ role, text: text2, place }) {
  if (role !== "interpolation") return false;
  const name = text2.trim();
  if (/^(?:process\s*\.\s*)?env\s*\.\s*\w+$/.test(name))
    return !isNamespace(name.split(/[\s.]/)[0]);
  return /^[A-Z_][A-Z\d_]*$/.test(name) && /[A-Z]{2}/.test(name) && !isNamespace(name);
  function isNamespace(first) {
    return place.dialect.namespaces.some((namespace) => namespace.name === first);
  }
}

// packages/policy-lint/src/rules/action/environment-variable.ts
var environment_variable_default = defineRule({
  severity: "error",
  docs: {
    what: "An interpolation is the name of an environment variable.",
    wrong: '{ "inbound": [ { "name": "Version", "actions": [ { "type": "add-headers", "config": { "headers": { "x-release": "${APP_RELEASE}" } } } ] } ] }',
    right: '{ "inbound": [ { "name": "Version", "actions": [ { "type": "add-headers", "config": { "headers": { "x-release": "2024-10" } } } ] } ] }',
    why: "What stands between `${` and `}` is an expression, which the service evaluates for each request. It knows nothing of the environment in which the policy is written, so it refuses the policy."
  },
  visit: {
    expression(node, report) {
      if (!isEnvironmentVariable(node)) return;
      report({
        ...node.at(),
        message: `${node.text.trim()} looks like an environment variable, and the service has none.`,
        help: "Put the value in before the policy is pushed: write the policy in TypeScript, and read the variable there."
      });
    }
  }
});

// packages/policy-lint/src/analysis/header-names.ts
function headerNames(action) {
  const headers = action.definition?.headers;
  if (headers === void 0) return [];
  if ("sets" in headers) {
    const forbidden2 = fieldSchema(action, headers.sets)?.propertyNames?.not?.enum;
    return setHeaders(action).map(({ name, path }) => ({
      name,
      place: { path, part: "key" },
      isForbidden: isForbidden(name, forbidden2)
    }));
  }
  const forbidden = fieldSchema(action, headers.removes)?.items?.not?.enum;
  return itemsOf2(action.field(headers.removes)).flatMap(
    ([index, name]) => typeof name === "string" ? [
      {
        name,
        place: { path: action.pathOf(headers.removes, index) },
        isForbidden: isForbidden(name, forbidden)
      }
    ] : []
  );
}
function fieldSchema({ definition }, field) {
  return definition?.config.properties[field];
}
function isForbidden(name, forbidden = []) {
  return !forbidden.includes(name) && forbidden.includes(name.toLowerCase());
}

// packages/policy-lint/src/rules/action/header-name.ts
var header_name_default = defineRule({
  severity: "error",
  docs: {
    what: "The name of a header that an action sets or removes cannot be one, or may not be touched.",
    wrong: '{ "inbound": [ { "name": "Who it is", "actions": [ { "type": "add-headers", "config": { "headers": { "x client": "${conn.client_ip}" } } } ] } ] }',
    right: '{ "inbound": [ { "name": "Who it is", "actions": [ { "type": "add-headers", "config": { "headers": { "x-client": "${conn.client_ip}" } } } ] } ] }',
    why: "The name of a header has letters, digits and a few signs, and neither spaces nor a colon. The service refuses everything else, and the names of some headers that it needs itself, in whichever letters. A name may be written in capitals: the service puts it into lower case."
  },
  visit: {
    action(node, report) {
      for (const { name, place, isForbidden: isForbidden2 } of headerNames(node)) {
        if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name)) report({ ...place, ...invalid(name) });
        else if (isForbidden2) {
          report({
            ...place,
            message: `The header "${name}" may not be changed.`,
            help: "Leave it out."
          });
        }
      }
    }
  }
});
function invalid(name) {
  if (name === "") return { message: "A header has no name.", help: "Write its name." };
  const message = `"${name}" cannot be the name of a header`;
  if (name.includes("${")) {
    return {
      message: `${message}: no interpolation is replaced there.`,
      help: "Write the name itself."
    };
  }
  return {
    message: `${message}.`,
    help: name.trim().endsWith(":") ? "Write the name without the colon." : "A name has letters, digits, hyphens and some other signs, but no spaces, colons or brackets."
  };
}

// packages/policy-lint/src/rules/action/header-value.ts
var header_value_default = defineRule({
  severity: "error",
  fix: "safe",
  docs: {
    what: "The value of a header has a line break, or another sign that it cannot have.",
    wrong: '{ "inbound": [ { "name": "Version", "actions": [ { "type": "add-headers", "config": { "headers": { "x-release": "2024-10\\n" } } } ] } ] }',
    right: '{ "inbound": [ { "name": "Version", "actions": [ { "type": "add-headers", "config": { "headers": { "x-release": "2024-10" } } } ] } ] }',
    why: "A line break ends a header, so a value cannot have one, and the service refuses it. In YAML a text block that begins with `|` ends with a line break; one that begins with `|-` does not."
  },
  visit: {
    action(node, report) {
      for (const { name, value, path } of setHeaders(node)) {
        const wrong = /[\u0000-\u0008\u000a-\u001f\u007f]+/.exec(String(value));
        if (wrong === null || typeof value !== "string") continue;
        const [signs] = wrong;
        const part2 = { start: wrong.index, end: wrong.index + signs.length };
        const isBreak = /[\r\n]/.test(signs);
        const isLast = /^[\r\n]+$/.test(signs) && part2.end === value.length;
        report({
          path,
          part: part2,
          message: `The value of the header "${name}" has a ${isBreak ? "line break" : "control character"}.`,
          help: isLast ? "Remove the line break at the end." : "Write the value on one line, without control characters.",
          ...isLast && {
            fix: {
              title: "Remove the line break",
              safe: true,
              edits: [{ path, span: part2, text: "" }]
            }
          }
        });
      }
    }
  }
});

// packages/policy-lint/src/rules/action/interpolation.ts
var interpolation_default = defineRule({
  severity: "error",
  docs: {
    what: "An interpolation is empty or is not closed.",
    wrong: '{ "inbound": [ { "name": "Who it is", "actions": [ { "type": "add-headers", "config": { "headers": { "x-client": "${}" } } } ] } ] }',
    right: '{ "inbound": [ { "name": "Who it is", "actions": [ { "type": "add-headers", "config": { "headers": { "x-client": "${conn.client_ip}" } } } ] } ] }',
    why: "The service compiles the interpolations when a policy is stored, and refuses it when one of them is no expression. Whether it takes a `${` that is never closed as plain text is not documented; that is a warning."
  },
  visit: {
    text({ path, interpolations: interpolations2 }, report) {
      for (const error2 of interpolations2.errors) {
        const isUnclosed = error2.code === "unclosed-interpolation";
        report({
          path,
          part: error2.span,
          ...describeSyntaxError(error2),
          ...isUnclosed && { atMost: "warning" }
        });
      }
    }
  }
});

// packages/policy-lint/src/rules/action/interpolation-elsewhere.ts
var interpolation_elsewhere_default = defineRule({
  severity: "warning",
  docs: {
    what: "An interpolation stands in a field of a config in which the service replaces nothing.",
    wrong: '{ "inbound": [ { "name": "By country", "actions": [ { "type": "forward-internal", "config": { "url": "https://${conn.geo.country_code}.internal" } } ] } ] }',
    right: `{ "inbound": [ { "name": "From Norway", "expressions": ["conn.geo.country_code == 'NO'"], "actions": [ { "type": "forward-internal", "config": { "url": "https://no.internal" } } ] } ] }`,
    why: "Only some fields are read for `${\u2026}`. In every other one it stays as it is written, sign by sign."
  },
  visit: {
    action(node, report) {
      const { definition, type: type2 } = node;
      if (definition === void 0) return;
      const { interpolated, formats = {}, config: config2 } = definition;
      const help = interpolated.length === 0 ? `The action "${type2}" replaces none.` : `The action "${type2}" replaces them in ${interpolated.map((field) => `"${field}"`).join(", ")}.`;
      const headers = new Set(setHeaders(node).map(({ path }) => path));
      for (const [field, schema] of Object.entries(config2.properties)) {
        const [value, path] = [node.field(field), node.pathOf(field)];
        const isRead = interpolated.includes(field) || formats[field] === "expression";
        for (const place of isRead ? keys(value, path) : texts(value, schema, path)) {
          if (headers.has(place.path)) continue;
          for (const finding of findings(place)) report({ ...finding, help });
        }
      }
    }
  }
});
function* findings({ path, text: text2, isKey }) {
  for (const part2 of interpolations(text2).parts) {
    if (part2.kind === "text" || !parseExpression(part2.expression).ok) continue;
    const where = isKey ? "in a key" : "here";
    const message = `${part2.text} is not replaced ${where}.`;
    yield { path, part: isKey ? "key" : part2.span, message };
  }
}
function* texts(value, schema, path) {
  if (typeof value === "string") {
    if (schema?.type === "string") yield { path, text: value };
  } else if (isJsonObject(value)) {
    for (const [key, item] of Object.entries(value)) {
      yield* texts(item, schema?.properties?.[key], path + toPointer([key]));
    }
  } else {
    for (const [index, item] of itemsOf2(value)) {
      yield* texts(item, schema?.items, path + toPointer([index]));
    }
  }
}
function* keys(value, path) {
  if (isJsonObject(value)) {
    for (const [key, item] of Object.entries(value)) {
      const at2 = path + toPointer([key]);
      yield { path: at2, text: key, isKey: true };
      yield* keys(item, at2);
    }
  } else {
    for (const [index, item] of itemsOf2(value)) yield* keys(item, path + toPointer([index]));
  }
}

// packages/policy-lint/src/rules/action/interpolation-type.ts
var interpolation_type_default = defineRule({
  severity: "info",
  docs: {
    what: "An interpolation gives something that is no plain value, such as a list.",
    wrong: `{ "inbound": [ { "name": "Language", "expressions": ["'accept-language' in req.headers"], "actions": [ { "type": "add-headers", "config": { "headers": { "x-language": "\${req.headers['accept-language']}" } } } ] } ] }`,
    right: `{ "inbound": [ { "name": "Language", "expressions": ["'accept-language' in req.headers"], "actions": [ { "type": "add-headers", "config": { "headers": { "x-language": "\${req.headers['accept-language'][0]}" } } } ] } ] }`,
    why: "A list, a map or a cookie is put into the text somehow: how is not documented. The value of a header is a list of all values that were sent; mostly the first one is meant."
  },
  visit: {
    text(node, report) {
      if (keepsType(node)) return;
      for (const expression of node.expressions) {
        const { checked: checked3, text: text2 } = expression;
        if (checked3 === void 0 || checked3.errors.length > 0 || isPlain(checked3.type)) continue;
        report({
          ...expression.at(),
          message: `${text2.trim()} is a ${typeText(checked3.type)}, and how it is written as text is not documented.`,
          help: checked3.type.kind === "list" ? "Write [0] after it for the first item." : "Write a part of it that is text or a number."
        });
      }
    }
  }
});
function isPlain({ kind }) {
  return !["list", "map", "record", "bytes"].includes(kind);
}
function keepsType({ interpolations: interpolations2, action, path }) {
  const [part2, ...others] = interpolations2.parts;
  if (part2?.kind !== "interpolation" || others.length > 0) return false;
  const field = Object.entries(action.definition?.config.properties ?? {}).find(([name]) => {
    const place = action.pathOf(name);
    return path === place || path.startsWith(`${place}/`);
  });
  const schema = field?.[1];
  const values = schema?.additionalProperties;
  return typeof values === "object" && values.type === void 0;
}

// packages/policy-lint/src/analysis/same-form.ts
function formOf(tree) {
  return printExpression(withoutTexts(tree));
}
function currentFormOf({ tree, checked: checked3 }) {
  if (tree === void 0) return void 0;
  const renamed = (checked3?.variables ?? []).flatMap(
    ({ definition: { name, renamedTo } }) => renamedTo === void 0 ? [] : [[name, renamedTo]]
  );
  return renamed.reduce((text2, [name, today]) => text2.replace(name, today), formOf(tree));
}
function withoutTexts(tree) {
  switch (tree.kind) {
    case "literal":
      return tree.type === "string" ? { ...tree, value: "" } : tree;
    case "index":
      return { ...tree, operand: withoutTexts(tree.operand), index: withoutTexts(tree.index) };
    case "select":
      return { ...tree, operand: withoutTexts(tree.operand) };
    case "call":
      return { ...tree, arguments: tree.arguments.map(withoutTexts) };
    default:
      return tree;
  }
}

// packages/policy-lint/src/rules/action/listed-expression.ts
var listed_expression_default = defineRule({
  severity: "info",
  docs: {
    what: "An expression of a config is none of those that the service's documentation lists for it, such as the keys of a rate limit.",
    wrong: '{ "inbound": [ { "name": "Not too often", "actions": [ { "type": "rate-limit", "config": { "name": "Ten", "algorithm": "sliding_window", "capacity": 10, "rate": "60s", "bucket_key": ["req.method"] } } ] } ] }',
    right: '{ "inbound": [ { "name": "Not too often", "actions": [ { "type": "rate-limit", "config": { "name": "Ten", "algorithm": "sliding_window", "capacity": 10, "rate": "60s", "bucket_key": ["conn.client_ip"] } } ] } ] }',
    why: "The documentation lists a few keys, and does not say whether there are more. A policy with another one may be refused."
  },
  visit: {
    action(node, report) {
      const listed = node.definition?.listedExpressions ?? {};
      for (const [field, texts3] of Object.entries(listed)) {
        const forms2 = formsOf(texts3);
        const place = node.pathOf(field);
        for (const expression of node.expressions) {
          const { path, text: text2, checked: checked3 } = expression;
          const isOwn = path === place || path.startsWith(`${place}/`);
          if (!isOwn || checked3 === void 0 || checked3.errors.length > 0) continue;
          if (forms2.has(currentFormOf(expression) ?? text2)) continue;
          report({
            path,
            message: `${text2} is not among the expressions that are documented for "${field}".`,
            help: `These are ${texts3.join(", ")}.`
          });
        }
      }
    }
  }
});
var known = /* @__PURE__ */ new WeakMap();
function formsOf(texts3) {
  const forms2 = known.get(texts3) ?? new Set(
    texts3.flatMap((text2) => {
      const result = parseExpression(text2);
      return result.ok ? [formOf(result.tree)] : [];
    })
  );
  known.set(texts3, forms2);
  return forms2;
}

// packages/policy-lint/src/analysis/logic/outcomes.ts
var isTrue = 1;
var isFalse = 2;
var fails = 4;
var notTrue = isFalse | fails;
var notFalse = isTrue | fails;
var anyOutcome = isTrue | isFalse | fails;
function negated(outcomes) {
  const swapped = (outcomes & isTrue ? isFalse : 0) | (outcomes & isFalse ? isTrue : 0);
  return swapped | outcomes & fails;
}

// packages/policy-lint/src/analysis/logic/constant.ts
function keyOf2({ kind, value }) {
  const whole = typeof value === "number" && Number.isInteger(value);
  return `${kind} ${whole ? BigInt(value) : value}`;
}
function compareConstants(one, other) {
  if (one.kind !== other.kind) return void 0;
  if (one.kind === "text") return compareTexts(one.value, other.value);
  return one.value < other.value ? -1 : one.value > other.value ? 1 : 0;
}
function compareTexts(one, other) {
  const length = Math.min(one.length, other.length);
  for (let index = 0; index < length; index++) {
    if (one[index] === other[index]) continue;
    const [left, right] = [one.charCodeAt(index), other.charCodeAt(index)];
    if (isSurrogate(left) !== isSurrogate(right)) return isSurrogate(left) ? 1 : -1;
    return left - right;
  }
  return one.length - other.length;
}
function isSurrogate(unit) {
  return unit >= 55296 && unit <= 57343;
}

// packages/policy-lint/src/analysis/logic/text-tests.ts
var tests = {
  startsWith: (value, text2) => value.startsWith(text2),
  endsWith: (value, text2) => value.endsWith(text2),
  contains: (value, text2) => value.includes(text2)
};
function isAsClaimed(value, { method, text: text2, holds: holds4 }) {
  return tests[method](value, text2) === holds4;
}
function areContrary(one, other) {
  if (one.holds && other.holds) {
    if (one.method !== other.method || one.method === "contains") return false;
    return !tests[one.method](one.text, other.text) && !tests[one.method](other.text, one.text);
  }
  if (one.holds === other.holds) return false;
  const [held, denied2] = one.holds ? [one, other] : [other, one];
  return follows(held, denied2);
}
function follows(one, other) {
  if (other.text === "") return true;
  if (other.method !== "contains" && other.method !== one.method) return false;
  return tests[other.method](one.text, other.text);
}
function isImpossible({ text: text2, holds: holds4 }) {
  return text2 === "" && !holds4;
}

// packages/policy-lint/src/analysis/logic/domain.ts
var all = { whole: false, notANumber: true, not: /* @__PURE__ */ new Set(), claims: [] };
var wholeNumbers = { kind: "number", whole: true, notANumber: false };
var least = -(2n ** 63n);
var most = 2n ** 63n - 1n;
var valuesOfType = {
  string: { ...all, kind: "text", notANumber: false },
  int: { ...all, ...wholeNumbers, low: number(least), high: number(most) },
  uint: { ...all, ...wholeNumbers, low: number(0n), high: number(2n ** 64n - 1n) },
  double: { ...all, kind: "number" },
  bool: { ...all, kind: "bool", notANumber: false },
  timestamp: { ...all, kind: "timestamp", notANumber: false },
  duration: { ...all, kind: "duration", notANumber: false }
};
var sizes = { ...all, ...wholeNumbers, low: number(0n), high: number(most) };
function domainOf(type2, mayFail) {
  return { mayFail, values: (type2 && valuesOfType[type2.kind]) ?? all };
}
function domainOfSize(mayFail) {
  return { mayFail, values: sizes };
}
function number(value) {
  return { constant: { kind: "number", value }, included: true };
}
function narrow(values, test, holds4) {
  switch (test.kind) {
    case "one-of":
      return holds4 ? keepOnly(values, [...test.constants.values()]) : withoutAll(values, test.constants.keys());
    case "order":
      return withOrder(
        values,
        holds4 ? test.operator : opposite2[test.operator],
        test.constant,
        holds4
      );
    case "text":
      return withClaim(values, { ...test, holds: holds4 });
  }
}
var opposite2 = { "<": ">=", "<=": ">", ">": "<=", ">=": "<" };
function keepOnly(values, constants) {
  const keys3 = values.only && new Set(constants.map(keyOf2));
  const candidates = values.only?.filter((one) => keys3?.has(keyOf2(one))) ?? constants;
  const only = candidates.filter((one) => isAmong(one, values));
  return only.length === 0 ? void 0 : { ...values, only, notANumber: false };
}
function withoutAll(values, keys3) {
  return checked2({ ...values, not: /* @__PURE__ */ new Set([...values.not, ...keys3]) });
}
function withOrder(values, operator, constant, isOrdered) {
  const { kind } = constant;
  if (values.kind !== void 0 && values.kind !== kind) return void 0;
  const bound = { constant, included: operator.length === 2 };
  const notANumber = values.notANumber && !isOrdered && kind === "number";
  const narrowed = operator.startsWith("<") ? { high: tighter(values.high, bound, -1) } : { low: tighter(values.low, bound, 1) };
  return checked2({ ...values, kind, notANumber, ...narrowed });
}
function tighter(before2, bound, side) {
  if (before2 === void 0) return bound;
  const order2 = (compareConstants(bound.constant, before2.constant) ?? 0) * side;
  if (order2 === 0) return before2.included ? bound : before2;
  return order2 > 0 ? bound : before2;
}
function withClaim(values, claim) {
  if (values.kind !== void 0 && values.kind !== "text") return void 0;
  if (isImpossible(claim) || values.claims.some((other) => areContrary(claim, other))) {
    return void 0;
  }
  const claims = [...values.claims, claim];
  return checked2({ ...values, kind: "text", notANumber: false, claims });
}
function checked2(values) {
  if (values.only !== void 0) return keepOnly(values, values.only);
  const shrunk = values.whole ? shrink(values) : values;
  const { low, high, not: not2, notANumber } = shrunk;
  if (low === void 0 || high === void 0 || notANumber) return shrunk;
  const order2 = compareConstants(low.constant, high.constant) ?? 0;
  if (order2 > 0) return void 0;
  if (order2 < 0) return shrunk;
  return low.included && high.included && !not2.has(keyOf2(low.constant)) ? shrunk : void 0;
}
function shrink(values) {
  const low = values.low && moved(values.low, values.not, 1n);
  const high = values.high && moved(values.high, values.not, -1n);
  return { ...values, ...low && { low }, ...high && { high } };
}
function moved(bound, not2, step) {
  const { value } = bound.constant;
  if (typeof value !== "bigint") return bound;
  let next = bound.included ? value : value + step;
  while (not2.has(keyOf2({ kind: "number", value: next }))) next += step;
  return number(next);
}
function isAmong(constant, values) {
  const { kind, not: not2, low, high, claims } = values;
  return (kind === void 0 || kind === constant.kind) && !not2.has(keyOf2(constant)) && isWithin(constant, low, 1) && isWithin(constant, high, -1) && (claims.length === 0 || constant.kind === "text" && claims.every((claim) => isAsClaimed(constant.value, claim)));
}
function isWithin(constant, bound, side) {
  if (bound === void 0) return true;
  const order2 = compareConstants(constant, bound.constant);
  return order2 !== void 0 && (order2 === 0 ? bound.included : order2 * side > 0);
}

// packages/policy-lint/src/analysis/logic/satisfiable.ts
var mostSteps = 1e3;
function isSatisfiable(goals) {
  return new Search().solve(goals, { flags: /* @__PURE__ */ new Map(), domains: /* @__PURE__ */ new Map() }, []);
}
var steps = 0;
var Search = class {
  #left = mostSteps;
  solve(goals, state, open) {
    const waiting = [...open];
    const stack = [...goals];
    for (let goal = stack.pop(); goal !== void 0; goal = stack.pop()) {
      steps += 1;
      if (this.#left-- <= 0) return true;
      const { formula, outcomes } = goal;
      if (outcomes === anyOutcome) continue;
      switch (formula.kind) {
        case "unknown":
          break;
        case "constant":
          if ((outcomes & (formula.value ? isTrue : isFalse)) === 0) return false;
          break;
        case "not":
          stack.push({ formula: formula.of, outcomes: negated(outcomes) });
          break;
        case "all":
        case "any": {
          const { goals: needed, alternatives: alternatives2 } = expand(formula.kind, formula.parts, outcomes);
          stack.push(...needed);
          if (alternatives2 !== void 0) waiting.push(alternatives2);
          break;
        }
        case "choice":
          waiting.push(branches(formula, outcomes));
          break;
        case "flag":
          if (!setFlag(state, formula, outcomes)) return false;
          break;
        case "comparison":
          if (!setComparison(state, formula, outcomes)) return false;
          break;
      }
    }
    const alternatives = waiting.pop();
    if (alternatives === void 0) return true;
    return alternatives.some((alternative) => this.solve(alternative, copyOf(state), waiting));
  }
};
function copyOf({ flags, domains }) {
  return { flags: new Map(flags), domains: new Map(domains) };
}
function expand(kind, parts, outcomes) {
  const [common, single] = kind === "all" ? [isTrue, isFalse] : [isFalse, isTrue];
  const every = (part2) => parts.map((formula) => ({ formula, outcomes: part2 }));
  const one = (part2) => parts.map((formula) => [{ formula, outcomes: part2 }]);
  switch (outcomes) {
    case common:
      return { goals: every(common) };
    case common | fails:
      return { goals: every(common | fails) };
    case fails:
      return { goals: every(common | fails), alternatives: one(fails) };
    case single:
    case single | fails:
      return { goals: [], alternatives: one(outcomes) };
    case common | single:
      return { goals: [], alternatives: [...one(single), every(common)] };
    default:
      return { goals: [], alternatives: [] };
  }
}
function branches({ condition, whenTrue: whenTrue2, whenFalse: whenFalse2 }, outcomes) {
  const chosen = (outcome, formula) => [
    { formula: condition, outcomes: outcome },
    { formula, outcomes }
  ];
  const failing = outcomes & fails ? [[{ formula: condition, outcomes: fails }]] : [];
  return [chosen(isTrue, whenTrue2), chosen(isFalse, whenFalse2), ...failing];
}
function setFlag(state, { key, possible, needs }, outcomes) {
  const left = (state.flags.get(key) ?? possible) & possible & outcomes;
  state.flags.set(key, left);
  return left !== 0 && (Boolean(left & fails) || setNeeded(state, needs));
}
function setNeeded(state, needs) {
  return needs.every((key) => {
    const left = (state.flags.get(key) ?? anyOutcome) & isTrue;
    state.flags.set(key, left);
    return left !== 0;
  });
}
function setComparison(state, comparison3, outcomes) {
  const { term, test, failsWithTerm } = comparison3;
  const mayFail = Boolean(outcomes & fails);
  if (mayFail && !failsWithTerm) return true;
  const domain = state.domains.get(term.key) ?? term.domain;
  const asked = outcomes & (isTrue | isFalse);
  const values = domain.values === void 0 || asked === 0 ? void 0 : asked === (isTrue | isFalse) ? domain.values : narrow(domain.values, test, asked === isTrue);
  const left = { mayFail: domain.mayFail && mayFail, values };
  state.domains.set(term.key, left);
  if (!left.mayFail && values === void 0) return false;
  return left.mayFail || setNeeded(state, term.needs);
}

// packages/policy-lint/src/analysis/logic/claims.ts
function isAlwaysTrue(formula) {
  return !isSatisfiable([{ formula, outcomes: notTrue }]);
}
function isAlwaysFalse(formula) {
  return !isSatisfiable([{ formula, outcomes: notFalse }]);
}
function isNeverTrue(formula) {
  return areContradictory([formula]);
}
function isNeverFalse(formula) {
  return !isSatisfiable([{ formula, outcomes: isFalse }]);
}
function areContradictory(formulas) {
  return !isSatisfiable(formulas.map((formula) => ({ formula, outcomes: isTrue })));
}
function follows2(formula, given) {
  const goals = given.map((other) => ({ formula: other, outcomes: isTrue }));
  return !isSatisfiable([{ formula, outcomes: notTrue }, ...goals]);
}
function addsNothing(formula, other, operator) {
  const same = operator === "&&" ? isTrue : isFalse;
  const opposite3 = negated(same);
  return !isSatisfiable([
    { formula: other, outcomes: same | fails },
    { formula, outcomes: opposite3 }
  ]) && !isSatisfiable([
    { formula: other, outcomes: same },
    { formula, outcomes: fails }
  ]);
}

// packages/policy-lint/src/analysis/logic/chain.ts
function chainOperands(node, operator) {
  return chainLinks(node, operator).map((link) => link.node);
}
function chainLinks(node, operator, within) {
  if (node.kind !== "binary" || node.operator !== operator) {
    return [{ node, ...within && { within } }];
  }
  return [...chainLinks(node.left, operator, node), ...chainLinks(node.right, operator, node)];
}
function spanToRemove({ node, within }, text2) {
  const [span, operator] = [within?.span, within?.operatorSpan];
  const [left, right] = [within?.left.span, within?.right.span];
  if (!span || !operator || !left || !right) return void 0;
  if (text2.slice(left.end, right.start).includes("//")) return void 0;
  const spaceBefore = /\s*$/.exec(text2.slice(0, operator.start))?.[0].length ?? 0;
  const spaceAfter = /^\s*/.exec(text2.slice(operator.end))?.[0].length ?? 0;
  return node === within?.left ? { start: span.start, end: operator.end + spaceAfter } : { start: operator.start - spaceBefore, end: span.end };
}

// packages/policy-lint/src/analysis/logic/canonical-text.ts
function canonicalText(node, known3) {
  return printExpression(canonical(node, known3));
}
function canonical(node, known3) {
  const inner = (part2) => canonical(part2, known3);
  switch (node.kind) {
    case "literal":
    case "identifier":
      return node;
    case "select": {
      const operand = inner(node.operand);
      return known3.types.get(node.operand)?.kind === "map" ? { kind: "index", operand, index: textLiteral(node.field) } : { kind: "select", operand, field: node.field };
    }
    case "index":
      return { kind: "index", operand: inner(node.operand), index: inner(node.index) };
    case "unary":
      return { ...node, operand: inner(node.operand) };
    case "binary":
      return inOrder({ ...node, left: inner(node.left), right: inner(node.right) });
    case "conditional":
      return {
        kind: "conditional",
        condition: inner(node.condition),
        whenTrue: inner(node.whenTrue),
        whenFalse: inner(node.whenFalse)
      };
    case "list":
      return { kind: "list", elements: node.elements.map(inner) };
    case "map":
      return {
        kind: "map",
        entries: node.entries.map(({ key, value }) => ({ key: inner(key), value: inner(value) }))
      };
    case "call":
      return canonicalCall(node, known3);
  }
}
function canonicalCall(node, known3) {
  const inner = (part2) => canonical(part2, known3);
  const [first] = node.arguments;
  if (node.name === "has" && node.target === void 0 && first?.kind === "select") {
    const operand = inner(first.operand);
    return known3.types.get(first.operand)?.kind === "map" ? { kind: "binary", operator: "in", left: textLiteral(first.field), right: operand } : { ...node, arguments: [{ kind: "select", operand, field: first.field }] };
  }
  const given = node.arguments.map(inner);
  const target = node.target && inner(node.target);
  if (node.name === "size" && target !== void 0 && given.length === 0) {
    return { kind: "call", name: "size", arguments: [target] };
  }
  return { ...node, ...target && { target }, arguments: given };
}
var mirrored2 = { ">": "<", ">=": "<=" };
function inOrder(node) {
  const { operator, left, right } = node;
  if (operator === ">" || operator === ">=") {
    return { kind: "binary", operator: mirrored2[operator], left: right, right: left };
  }
  if (operator !== "==" && operator !== "!=") return node;
  const isSorted = printExpression(left) <= printExpression(right);
  return isSorted ? node : { ...node, left: right, right: left };
}
function textLiteral(value) {
  return { kind: "literal", type: "string", value };
}

// packages/policy-lint/src/analysis/logic/known.ts
function knownOf({ checked: checked3, place }) {
  if (checked3 === void 0) return void 0;
  if (checked3.errors.some(({ code }) => code !== "unavailable-here")) return void 0;
  const variables3 = /* @__PURE__ */ new Map();
  for (const { span, definition } of checked3.variables) {
    if (span !== void 0) variables3.set(span, definition);
  }
  return { types: checked3.types, variables: variables3, functions: place.dialect.functions };
}
function variableOf(node, known3) {
  return node.span && known3.variables.get(node.span);
}
function functionOf(call, { functions: functions3 }) {
  const namespace = call.target && nameOf(call.target);
  const qualified = namespace === void 0 ? void 0 : functions3.get(`${namespace}.${call.name}`);
  return qualified ?? functions3.get(call.name);
}
function nameOf(node) {
  if (node.kind === "identifier") return node.name;
  if (node.kind !== "select") return void 0;
  const name = nameOf(node.operand);
  return name && `${name}.${node.field}`;
}

// packages/policy-lint/src/analysis/logic/certainty.ts
function neverFails(node, known3) {
  const sure = (part2) => neverFails(part2, known3);
  const variable = variableOf(node, known3);
  if (variable !== void 0) return variable.mayBeMissing === void 0;
  switch (node.kind) {
    case "literal":
    case "identifier":
      return true;
    case "select":
      return known3.types.get(node.operand)?.kind === "record" && sure(node.operand);
    case "list":
      return node.elements.every(sure);
    case "unary":
      return node.operator === "!" && isOfKind(node.operand, "bool", known3) && sure(node.operand);
    case "binary":
      return isSureOperator(node, known3) && sure(node.left) && sure(node.right);
    case "conditional":
      return [node.condition, node.whenTrue, node.whenFalse].every(sure);
    case "call":
      return isSureCall(node, known3);
    default:
      return false;
  }
}
function isSureOperator(node, known3) {
  const { operator, left, right } = node;
  switch (operator) {
    case "==":
    case "!=":
      return true;
    case "in": {
      const kind = known3.types.get(right)?.kind;
      return kind === "list" || kind === "map";
    }
    case "&&":
    case "||":
      return isOfKind(left, "bool", known3) && isOfKind(right, "bool", known3);
    case "<":
    case "<=":
    case ">":
    case ">=":
      return !isOpen2(left, known3) && !isOpen2(right, known3);
    default:
      return false;
  }
}
function isSureCall(node, known3) {
  const [first] = node.arguments;
  if (isMacro(node)) {
    return node.name === "has" && first?.kind === "select" && neverFails(first.operand, known3) && !isOpen2(first.operand, known3);
  }
  const parts = [...node.target ? [node.target] : [], ...node.arguments];
  return functionOf(node, known3)?.neverFails === true && parts.every((part2) => !isOpen2(part2, known3) && neverFails(part2, known3));
}
function isOfKind(node, kind, known3) {
  return known3.types.get(node)?.kind === kind;
}
function isOpen2(node, known3) {
  const kind = known3.types.get(node)?.kind;
  return kind === void 0 || kind === "dyn" || kind === "free";
}
function staysTheSame(node, known3) {
  const same = (part2) => staysTheSame(part2, known3);
  const variable = variableOf(node, known3);
  if (variable !== void 0) return variable.varies === void 0;
  switch (node.kind) {
    case "literal":
    case "identifier":
      return true;
    case "select":
    case "unary":
      return same(node.operand);
    case "index":
      return same(node.operand) && same(node.index);
    case "binary":
      return same(node.left) && same(node.right);
    case "conditional":
      return same(node.condition) && same(node.whenTrue) && same(node.whenFalse);
    case "list":
      return node.elements.every(same);
    case "map":
      return node.entries.every(({ key, value }) => same(key) && same(value));
    case "call":
      return functionOf(node, known3)?.varies === void 0 && (node.target === void 0 || same(node.target)) && node.arguments.every(same);
  }
}

// packages/policy-lint/src/analysis/logic/moments.ts
var pointInTime = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?(Z|[+-]\d\d:\d\d)$/;
function timestampOf(text2) {
  const [, seconds = "", fraction = "", zone = ""] = pointInTime.exec(text2) ?? [];
  const milliseconds = Date.parse(seconds + zone);
  if (Number.isNaN(milliseconds)) return void 0;
  return BigInt(milliseconds) * 1000000n + BigInt(fraction.padEnd(9, "0"));
}
function durationOf(text2) {
  const length = parseDuration(text2);
  return length !== void 0 && Number.isSafeInteger(length) ? BigInt(length) : void 0;
}

// packages/policy-lint/src/analysis/logic/fold.ts
function fold(node) {
  switch (node.kind) {
    case "literal":
      return foldLiteral(node);
    case "unary": {
      const operand = node.operator === "-" ? fold(node.operand) : void 0;
      return operand?.kind === "number" ? inRange(-operand.value) : void 0;
    }
    case "binary":
      return foldBinary(node);
    case "call":
      return foldCall(node);
    default:
      return void 0;
  }
}
function foldLiteral(node) {
  switch (node.type) {
    case "string":
      return { kind: "text", value: node.value };
    case "int":
    case "uint":
    case "double":
      return { kind: "number", value: node.value };
    case "bool":
      return { kind: "bool", value: node.value };
    default:
      return void 0;
  }
}
function foldBinary({ operator, left, right }) {
  if (operator !== "+" && operator !== "-" && operator !== "*") return void 0;
  const [one, other] = [fold(left), fold(right)];
  if (one?.kind === "text" && other?.kind === "text" && operator === "+") {
    return { kind: "text", value: one.value + other.value };
  }
  if (isInt(one) && isInt(other) && !hasUint(left) && !hasUint(right)) {
    const [a, b] = [one.value, other.value];
    return inRange(operator === "+" ? a + b : operator === "-" ? a - b : a * b);
  }
  return void 0;
}
function isInt(constant) {
  return constant?.kind === "number" && typeof constant.value === "bigint";
}
function hasUint(node) {
  if (node.kind === "binary") return hasUint(node.left) || hasUint(node.right);
  if (node.kind === "unary") return hasUint(node.operand);
  return node.kind === "literal" && node.type === "uint";
}
function inRange(value) {
  const fits2 = typeof value === "number" || BigInt.asIntN(64, value) === value;
  return fits2 ? { kind: "number", value } : void 0;
}
function foldCall({ name, target, arguments: given }) {
  const [first, ...others] = [...target === void 0 ? [] : [target], ...given];
  if (first === void 0 || others.length > 0) return void 0;
  const argument = fold(first);
  if (name === "size") {
    if (argument?.kind === "text") return inRange(BigInt([...argument.value].length));
    const items = first.kind === "list" ? first.elements : void 0;
    return items?.every((item) => item.kind === "literal") === true ? inRange(BigInt(items.length)) : void 0;
  }
  if (target !== void 0 || argument?.kind !== "text") return void 0;
  const value = name === "timestamp" ? timestampOf(argument.value) : name === "duration" ? durationOf(argument.value) : void 0;
  return value === void 0 ? void 0 : { kind: name, value };
}

// packages/policy-lint/src/analysis/logic/needed-keys.ts
function neededKeys(node, known3) {
  const keys3 = [];
  collect(node);
  return keys3;
  function collect(part2) {
    switch (part2.kind) {
      case "select":
        if (isMap(part2.operand)) add(part2.field, part2.operand);
        collect(part2.operand);
        break;
      case "index":
        if (isMap(part2.operand) && part2.index.kind === "literal" && part2.index.type === "string") {
          add(part2.index.value, part2.operand);
        }
        collect(part2.operand);
        collect(part2.index);
        break;
      case "unary":
        collect(part2.operand);
        break;
      case "binary":
        if (part2.operator === "&&" || part2.operator === "||") break;
        collect(part2.left);
        collect(part2.right);
        break;
      case "conditional":
        collect(part2.condition);
        break;
      case "list":
        part2.elements.forEach(collect);
        break;
      case "call":
        if (part2.target !== void 0) collect(part2.target);
        else if (part2.name !== "has") part2.arguments.forEach(collect);
        break;
    }
  }
  function isMap(operand) {
    return known3.types.get(operand)?.kind === "map";
  }
  function add(key, map) {
    const literal = printExpression({ kind: "literal", type: "string", value: key });
    keys3.push(`${literal} in ${canonicalText(map, known3)}`);
  }
}

// packages/policy-lint/src/analysis/logic/comparison-of.ts
function comparisonOf(node, known3) {
  if (node.kind === "call") return textTest(node, known3);
  if (node.kind !== "binary") return void 0;
  switch (node.operator) {
    case "==":
    case "!=":
    case "<":
    case "<=":
    case ">":
    case ">=":
      return relation(node, node.operator, known3);
    case "in":
      return membership(node, known3);
    default:
      return void 0;
  }
}
var mirrored3 = { "==": "==", "!=": "!=", "<": ">", "<=": ">=", ">": "<", ">=": "<=" };
function relation({ left, right }, operator, known3) {
  const [one, other] = [fold(left), fold(right)];
  if (one !== void 0 && other !== void 0) return decided(one, operator, other);
  if (one !== void 0) return compare(right, mirrored3[operator], one, known3);
  if (other !== void 0) return compare(left, operator, other, known3);
  return canonicalText(left, known3) === canonicalText(right, known3) ? withItself(left, operator, known3) : void 0;
}
function decided(one, operator, other) {
  const order2 = compareConstants(one, other);
  return order2 === void 0 ? void 0 : { kind: "constant", value: holds3[operator](order2) };
}
var holds3 = {
  "==": (order2) => order2 === 0,
  "!=": (order2) => order2 !== 0,
  "<": (order2) => order2 < 0,
  "<=": (order2) => order2 <= 0,
  ">": (order2) => order2 > 0,
  ">=": (order2) => order2 >= 0
};
function compare(node, operator, constant, known3) {
  if (operator === "!=") {
    const of = compare(node, "==", constant, known3);
    return of && { kind: "not", of };
  }
  const term = termOf(node, known3);
  if (operator === "==") {
    const constants = /* @__PURE__ */ new Map([[keyOf2(constant), constant]]);
    return { kind: "comparison", term, test: { kind: "one-of", constants }, failsWithTerm: true };
  }
  return withTest(node, { kind: "order", operator, constant }, known3);
}
function withItself(node, operator, known3) {
  if (!equalsItself(known3.types.get(node))) return void 0;
  const value = holds3[operator](0);
  if (neverFails(node, known3)) return { kind: "constant", value };
  const flag = {
    kind: "flag",
    key: `${canonicalText(node, known3)} has a value`,
    possible: isTrue | fails,
    needs: neededKeys(node, known3)
  };
  return value ? flag : { kind: "not", of: flag };
}
function equalsItself(type2) {
  switch (type2?.kind) {
    case "list":
      return equalsItself(type2.element);
    case "map":
      return equalsItself(type2.key) && equalsItself(type2.value);
    // A double can be the number that is no number, and a dyn can be a double.
    case "bool":
    case "int":
    case "uint":
    case "string":
    case "bytes":
    case "timestamp":
    case "duration":
      return true;
    default:
      return false;
  }
}
function membership({ left, right }, known3) {
  if (right.kind !== "list") return void 0;
  const constants = /* @__PURE__ */ new Map();
  for (const element of right.elements) {
    const constant = fold(element);
    if (constant === void 0) return void 0;
    constants.set(keyOf2(constant), constant);
  }
  const item = fold(left);
  if (item !== void 0) return { kind: "constant", value: constants.has(keyOf2(item)) };
  const term = termOf(left, known3);
  return { kind: "comparison", term, test: { kind: "one-of", constants }, failsWithTerm: true };
}
var textMethods = /* @__PURE__ */ new Set(["startsWith", "endsWith", "contains"]);
function isTextMethod(name) {
  return textMethods.has(name);
}
function textTest({ name, target, arguments: given }, known3) {
  const [argument] = given;
  if (target === void 0 || argument === void 0 || !isTextMethod(name)) return void 0;
  const [value, text2] = [fold(target), fold(argument)];
  if (text2?.kind !== "text") return void 0;
  const test = { kind: "text", method: name, text: text2.value };
  if (value === void 0) return withTest(target, test, known3);
  if (value.kind !== "text") return void 0;
  return { kind: "constant", value: isAsClaimed(value.value, { ...test, holds: true }) };
}
function withTest(node, test, known3) {
  const failsWithTerm = !isOpen2(node, known3);
  return { kind: "comparison", term: termOf(node, known3), test, failsWithTerm };
}
function termOf(node, known3) {
  const mayFail = !neverFails(node, known3);
  const isSize = node.kind === "call" && node.name === "size";
  return {
    key: canonicalText(node, known3),
    domain: isSize ? domainOfSize(mayFail) : domainOf(known3.types.get(node), mayFail),
    needs: neededKeys(node, known3)
  };
}

// packages/policy-lint/src/analysis/logic/merge-comparisons.ts
function mergeComparisons(parts, kind) {
  const merged = /* @__PURE__ */ new Map();
  const others = [];
  for (const part2 of parts) {
    const found2 = oneOf(kind === "any" ? part2 : part2.kind === "not" ? part2.of : void 0);
    if (found2 === void 0) {
      others.push(part2);
      continue;
    }
    const { key } = found2.term;
    const before2 = merged.get(key);
    merged.set(key, before2 === void 0 ? found2 : union(before2, found2));
  }
  const comparisons = [...merged.values()];
  return [...kind === "any" ? comparisons : comparisons.map(denied), ...others];
}
function oneOf(part2) {
  return part2?.kind === "comparison" && part2.test.kind === "one-of" ? part2 : void 0;
}
function union(one, other) {
  const constants = new Map([...one.test.constants, ...other.test.constants]);
  return { ...one, test: { kind: "one-of", constants } };
}
function denied(of) {
  return { kind: "not", of };
}

// packages/policy-lint/src/analysis/logic/formula-of.ts
function formulaOf(node, known3) {
  const inner = (part2) => formulaOf(part2, known3);
  switch (node.kind) {
    case "literal":
      if (node.type === "bool") return { kind: "constant", value: node.value };
      break;
    case "unary":
      if (node.operator === "!") return not(inner(node.operand));
      break;
    case "conditional":
      return {
        kind: "choice",
        condition: inner(node.condition),
        whenTrue: inner(node.whenTrue),
        whenFalse: inner(node.whenFalse)
      };
    case "binary":
      if (node.operator === "&&" || node.operator === "||") {
        const kind = node.operator === "&&" ? "all" : "any";
        const parts = chainOperands(node, node.operator).map(inner);
        return { kind, parts: mergeComparisons(parts, kind) };
      }
      if (node.operator === "==" || node.operator === "!=") {
        const equal = withTruth(node, known3);
        if (equal !== void 0) return node.operator === "==" ? equal : not(equal);
      }
      break;
    default:
  }
  if (!staysTheSame(node, known3)) return { kind: "unknown" };
  return comparisonOf(node, known3) ?? flagOf(node, known3);
}
function withTruth({ left, right }, known3) {
  for (const [literal, other] of [
    [left, right],
    [right, left]
  ]) {
    if (literal.kind !== "literal" || literal.type !== "bool") continue;
    if (known3.types.get(other)?.kind !== "bool") continue;
    const formula = formulaOf(other, known3);
    return literal.value ? formula : not(formula);
  }
  return void 0;
}
function flagOf(node, known3) {
  if (node.kind === "binary" && node.operator === "!=") {
    return not(flagOf({ ...node, operator: "==" }, known3));
  }
  const isSure = neverFails(node, known3) && (isRelation(node) || !isOpen2(node, known3));
  const possible = isSure ? anyOutcome & ~fails : anyOutcome;
  const needs = neededKeys(node, known3);
  return { kind: "flag", key: canonicalText(node, known3), possible, needs };
}
function isRelation(node) {
  return node.kind === "binary";
}
function not(of) {
  if (of.kind === "not") return of.of;
  return of.kind === "constant" ? { kind: "constant", value: !of.value } : { kind: "not", of };
}

// packages/policy-lint/src/analysis/logic/expression-logic.ts
var ExpressionLogic = class {
  tree;
  known;
  #formulas = /* @__PURE__ */ new Map();
  constructor(tree, known3) {
    this.tree = tree;
    this.known = known3;
  }
  formula(node) {
    const formula = this.#formulas.get(node) ?? formulaOf(node, this.known);
    this.#formulas.set(node, formula);
    return formula;
  }
};
var logics = /* @__PURE__ */ new WeakMap();
function logicOf(expression) {
  if (!logics.has(expression)) {
    const { tree } = expression;
    const known3 = knownOf(expression);
    logics.set(expression, tree && known3 && new ExpressionLogic(tree, known3));
  }
  return logics.get(expression);
}

// packages/policy-lint/src/analysis/logic/operand.ts
var Operand = class {
  expression;
  node;
  #link;
  #logic;
  #canonicalText;
  constructor(expression, link, logic) {
    this.expression = expression;
    this.node = link.node;
    this.#link = link;
    this.#logic = logic;
  }
  get formula() {
    return this.#logic.formula(this.node);
  }
  get canonicalText() {
    this.#canonicalText ??= canonicalText(this.node, this.#logic.known);
    return this.#canonicalText;
  }
  /** The operand as it is written, shortened when it is long. */
  get text() {
    return writtenText(this.expression, this.node);
  }
  /** Where it stands. */
  get place() {
    return this.expression.at(this.node.span);
  }
  /** What takes it away; undefined when that cannot be done with certainty. */
  get removal() {
    const { path, role, text: text2 } = this.expression;
    if (this.#link.within === void 0) {
      return role === "condition" ? { path, remove: true } : void 0;
    }
    const span = spanToRemove(this.#link, text2);
    return span && { path, span: this.expression.at(span).part, text: "" };
  }
};
function writtenText(expression, { span }) {
  const text2 = expression.text.slice(span?.start, span?.end).replaceAll(/\s+/g, " ");
  return text2.length <= longest ? text2 : `${text2.slice(0, longest - 1)}\u2026`;
}
var longest = 60;

// packages/policy-lint/src/analysis/logic/conjunction-of.ts
var conjunctions = /* @__PURE__ */ new WeakMap();
function conjunctionOf({ conditions }) {
  const operands2 = conjunctions.get(conditions) ?? takeApart(conditions);
  conjunctions.set(conditions, operands2);
  return operands2;
}
function takeApart(conditions) {
  return conditions.flatMap((condition) => {
    const logic = logicOf(condition);
    if (logic === void 0) return [];
    return chainLinks(logic.tree, "&&").map((link) => new Operand(condition, link, logic));
  });
}

// packages/policy-lint/src/analysis/flow/always-matches.ts
function isUnderstood(rule) {
  return rule.isWhole && rule.conditions.every((condition) => logicOf(condition) !== void 0);
}
function alwaysMatches(rule) {
  return isUnderstood(rule) && conjunctionOf(rule).every(({ formula }) => isAlwaysTrue(formula));
}

// packages/policy-lint/src/analysis/literal-pattern.ts
function literalOf(pattern) {
  const plain = pattern.replace(/\\([^\w\s])/g, "");
  if (/[\\^$.|?*+()[\]{}]/.test(plain)) return void 0;
  return pattern.replace(/\\([^\w\s])/g, "$1");
}

// packages/policy-lint/src/analysis/rewrite-of.ts
function rewriteOf(action) {
  const definition = action.definition?.rewrite;
  if (definition === void 0) return void 0;
  const [from, to] = [action.field(definition.from), action.field(definition.to)];
  if (typeof to !== "string") return void 0;
  return {
    definition,
    from: typeof from === "string" && !from.includes("${") ? from : void 0,
    to,
    fromPath: action.pathOf(definition.from),
    toPath: action.pathOf(definition.to)
  };
}

// packages/policy-lint/src/rules/action/redirect-loop.ts
var redirectsOn = alongDirection(() => ({ isOver: false }));
var redirect_loop_default = defineRule({
  severity: "warning",
  docs: {
    what: "A redirect leads to a URL that it redirects again.",
    wrong: '{ "inbound": [ { "name": "The shop has moved", "actions": [ { "type": "redirect", "config": { "from": "/products", "to": "/shop/products" } } ] } ] }',
    right: `{ "inbound": [ { "name": "The shop has moved", "expressions": ["req.url.path.startsWith('/products')"], "actions": [ { "type": "redirect", "config": { "from": "/products", "to": "/shop/products" } } ] } ] }`,
    why: "A regular expression matches anywhere in the URL. So `/products` is also found in `/shop/products`, the client is sent on to `/shop/shop/products`, and so forth until it gives up."
  },
  visit: {
    rule(rule, report) {
      const redirects = redirectsOn(rule);
      for (const action of redirects.isOver ? [] : rule.actions) {
        const { definition } = action;
        const rewrite = definition?.answer?.kind === "redirect" ? rewriteOf(action) : void 0;
        if (rewrite !== void 0 && leadsToItself(rewrite) && alwaysMatches(rule)) {
          report({
            path: rewrite.toPath,
            message: `The new URL has "${literalOf(rewrite.from ?? "")}" in it, so it is redirected again, without an end.`,
            help: "Give the rule a condition that the new URL does not meet, such as one about the beginning of the path."
          });
        }
        redirects.isOver ||= definition?.endsProcessing !== "never" || definition.rewrite !== void 0;
        if (redirects.isOver) return;
      }
    }
  }
});
function leadsToItself({ from, to }) {
  const text2 = from === void 0 ? void 0 : literalOf(from);
  const isPath = /^\/[^/]/.test(to) && text2 !== void 0 && /^\/[^/]/.test(text2);
  const [sent = ""] = to.split("#");
  return isPath && !to.includes("$") && to !== text2 && sent.includes(text2);
}

// packages/policy-lint/src/rules/action/regular-expression.ts
var regular_expression_default = defineRule({
  severity: "error",
  docs: {
    what: "A regular expression of a config is invalid.",
    wrong: '{ "inbound": [ { "name": "New API", "actions": [ { "type": "url-rewrite", "config": { "from": "/v1/(.*", "to": "/v2/$1" } } ] } ] }',
    right: '{ "inbound": [ { "name": "New API", "actions": [ { "type": "url-rewrite", "config": { "from": "/v1/(.*)", "to": "/v2/$1" } } ] } ] }',
    why: "The service refuses a policy with a regular expression that it cannot compile. It uses RE2, as far as is known: what only other kinds of regular expressions have, such as look-around, is a warning."
  },
  visit: {
    action(node, report) {
      for (const field of node.definition?.regularExpressions ?? []) {
        for (const { path, text: text2 } of textsOf(node, field)) {
          const result = compileRegularExpression(text2);
          if (result.ok) continue;
          const { reason, span } = result;
          report({
            path,
            ...span && { part: span },
            ...describeCheckError({ code: "invalid-regular-expression", args: { reason } }),
            ...isOfOthers(reason) && { atMost: "warning" }
          });
        }
      }
    }
  }
});
function isOfOthers(reason) {
  return /^(?:invalid perl operator|invalid (?:or unsupported )?perl syntax|invalid escape sequence|invalid named capture|invalid repeat count|invalid nested repetition|bad repetition operator|invalid character class range)/i.test(
    reason
  );
}

// packages/policy-lint/src/rules/action/rewrite-anchor.ts
var rewrite_anchor_default = defineRule({
  severity: "warning",
  fix: "unsafe",
  docs: {
    what: "A regular expression for a URL begins with `^/`, so that it never matches.",
    wrong: '{ "inbound": [ { "name": "New API", "actions": [ { "type": "url-rewrite", "config": { "from": "^/v1/", "to": "/v2/" } } ] } ] }',
    right: '{ "inbound": [ { "name": "New API", "actions": [ { "type": "url-rewrite", "config": { "from": "/v1/", "to": "/v2/" } } ] } ] }',
    why: "It is matched against the whole URL, which begins with its scheme and host: `https://example.com/v1/users`. The path comes later. Without the `^` the pattern also matches further on; to match at the beginning of the path only, put the host into a group: from `^(https?://[^/]+)/v1/` to `$1/v2/`."
  },
  visit: {
    action(node, report) {
      const rewrite = rewriteOf(node);
      if (rewrite?.from === void 0) return;
      const { from, fromPath: path } = rewrite;
      const start = anchoredSlash(from);
      if (start === void 0) return;
      report({
        path,
        part: start,
        message: "This never matches: the whole URL is matched, which begins with its scheme.",
        help: "Remove the ^, or begin with ^https?://[^/]+ and take it over into the new URL.",
        fix: {
          title: "Remove the ^",
          safe: false,
          edits: [{ path, span: { start: start.start, end: start.start + 1 }, text: "" }]
        }
      });
    }
  }
});
function anchoredSlash(pattern) {
  const [, flags = "", slash2 = ""] = /^((?:\(\?[imsU]+\))*)(\^\(*\\?\/)(?![?*{])/.exec(pattern) ?? [];
  if (slash2 === "" || pattern.includes("|")) return void 0;
  return { start: flags.length, end: flags.length + slash2.length };
}

// packages/policy-lint/src/analysis/replacement-references.ts
function replacementReferences(text2) {
  return interpolations(text2).parts.flatMap((part2) => {
    if (part2.kind === "interpolation") return [];
    return [...part2.text.matchAll(/\$(?:\$|(\w+))/g)].flatMap(({ 0: all2, 1: name, index }) => {
      const start = part2.span.start + index;
      return name === void 0 ? [] : [{ name, span: { start, end: start + all2.length } }];
    });
  });
}

// packages/policy-lint/src/rules/action/rewrite-capture.ts
var rewrite_capture_default = defineRule({
  severity: "warning",
  docs: {
    what: "The replacement in a URL refers to a group that the regular expression does not have.",
    wrong: '{ "inbound": [ { "name": "New API", "actions": [ { "type": "url-rewrite", "config": { "from": "/v1/users/([0-9]+)", "to": "/v2/users/$2" } } ] } ] }',
    right: '{ "inbound": [ { "name": "New API", "actions": [ { "type": "url-rewrite", "config": { "from": "/v1/users/([0-9]+)", "to": "/v2/users/$1" } } ] } ] }',
    why: "Nothing is put in its place, so the new URL lacks a part. A name after `$` is read as far as letters, digits and underscores go: `$1_old` is the group `1_old`, not the first group and `_old`. Names such as `$args` and `$host` are the service's own; a name that is neither is a hint."
  },
  visit: {
    action(node, report) {
      const rewrite = rewriteOf(node);
      const from = rewrite?.from === void 0 ? void 0 : compileRegularExpression(rewrite.from);
      if (rewrite === void 0 || from?.ok !== true) return;
      const { to, toPath, definition } = rewrite;
      const known3 = {
        ...from,
        variables: definition.variables,
        // The other format may well read names in its own way.
        isPlain: node.field("format") !== "nginx"
      };
      for (const reference of replacementReferences(to)) {
        const wrong = complaint2(reference, known3);
        if (wrong !== void 0) report({ path: toPath, part: reference.span, ...wrong });
      }
    }
  }
});
function complaint2({ name }, { groupCount, groupNames, variables: variables3, isPlain: isPlain2 }) {
  if (/^\d+$/.test(name)) {
    if (Number(name) <= groupCount) return void 0;
    return {
      message: `There is no group ${name}: the regular expression has ${countOf(groupCount)}.`,
      help: "Groups are the parts in parentheses, counted from 1."
    };
  }
  if (groupNames.includes(name) || variables3.some((known3) => isNamed(name, known3)))
    return void 0;
  const digits = /^\d+/.exec(name)?.[0];
  if (digits === void 0) {
    return {
      message: `There is no group or variable $${name}.`,
      help: "Write $$ for a plain $.",
      atMost: "info"
    };
  }
  if (!isPlain2) return void 0;
  return {
    message: `$${name} is read as one name, not as $${digits} with something after it.`,
    help: `Put a sign between them that is no letter, digit or underscore, or give the group a name.`
  };
}
function countOf(groups) {
  return groups === 0 ? "none" : groups === 1 ? "one" : String(groups);
}
function isNamed(name, known3) {
  return known3.endsWith("*") ? name.startsWith(known3.slice(0, -1)) : name === known3;
}

// packages/policy-lint/src/rules/action/rewrite-nothing.ts
var rewrite_nothing_default = defineRule({
  severity: "warning",
  docs: {
    what: "A rewrite or redirect puts back into the URL what it has matched.",
    wrong: '{ "inbound": [ { "name": "New API", "actions": [ { "type": "url-rewrite", "config": { "from": "/v2/", "to": "/v2/" } } ] } ] }',
    right: '{ "inbound": [ { "name": "New API", "actions": [ { "type": "url-rewrite", "config": { "from": "/v1/", "to": "/v2/" } } ] } ] }',
    why: "The URL stays as it is. A redirect to the very URL that was asked for does not even take place."
  },
  visit: {
    action(node, report) {
      const rewrite = rewriteOf(node);
      if (rewrite?.from === void 0) return;
      const { from, to, toPath } = rewrite;
      if (!(to === "$0" || to === "$1" && isOneGroup(from) || isSameText(from, to))) return;
      report({
        path: toPath,
        message: "This changes nothing: it is what was matched.",
        help: "Write what shall stand in its place, or remove the action."
      });
    }
  }
});
function isSameText(from, to) {
  return !to.includes("$") && to !== "" && literalOf(from) === to;
}
function isOneGroup(from) {
  return /^\^?\((?!\?)[^()\\[\]]*\)\$?$/.test(from);
}

// packages/policy-lint/src/rules/action/signing-algorithm.ts
var tokens = '"issuer": { "allow_list": [ { "value": "https://issuer.example/" } ] }, "audience": { "allow_list": [ { "value": "urn:example:api" } ] }, "http": { "tokens": [ { "type": "jwt", "method": "header", "name": "Authorization", "prefix": "Bearer " } ] }';
var example = (algorithm) => `{ "inbound": [ { "name": "Signed in", "actions": [ { "type": "jwt-validation", "config": { ${tokens}, "jws": { "allowed_algorithms": ["${algorithm}"], "keys": { "sources": { "additional_jkus": ["https://issuer.example/keys.json"] } } } } } ] } ] }`;
var signing_algorithm_default = defineRule({
  severity: "warning",
  docs: {
    what: "An algorithm for signing tokens does not exist, does not sign, or needs a secret key.",
    wrong: example("RSA256"),
    right: example("RS256"),
    why: "A name that does not exist lets no token through. `none` lets everybody through. HS256 and its kin check a signature with the very key that makes it: where the keys are public, as in a key set that is fetched from a URL, anybody can sign."
  },
  visit: {
    action(node, report) {
      const field = node.definition?.signingAlgorithms;
      if (field === void 0) return;
      for (const { path, text: text2 } of textsOf(node, field)) {
        const wrong = complaint3(text2);
        if (wrong !== void 0) report({ path, ...wrong });
      }
    }
  }
});
var asymmetric = "RS256 RS384 RS512 PS256 PS384 PS512 ES256 ES384 ES512 ES256K EdDSA Ed25519 Ed448".split(" ");
var symmetric = ["HS256", "HS384", "HS512"];
function complaint3(name) {
  if (asymmetric.includes(name) || name === "none") return void 0;
  if (name.toLowerCase() === "none") {
    return {
      message: `"${name}" takes tokens that nobody has signed.`,
      help: 'Write the algorithm that the tokens are signed with, such as "RS256".'
    };
  }
  if (symmetric.includes(name)) {
    return {
      message: `"${name}" needs a secret key, and the keys here come from a URL.`,
      help: 'Sign the tokens with a key pair, and write its algorithm, such as "RS256".'
    };
  }
  const known3 = [...asymmetric, ...symmetric];
  const meant = known3.find((one) => sameLetters(one, name)) ?? nearest(name, known3);
  return {
    message: `"${name}" is not an algorithm for signing tokens.`,
    help: meant === void 0 ? 'One of them is "RS256".' : `Did you mean "${meant}"?`
  };
}

// packages/policy-lint/src/rules/action/status-code.ts
var status_code_default = defineRule({
  severity: "error",
  docs: {
    what: "The status of an answer is none of HTTP, is no final one, does not fit what the action does, or allows no content.",
    wrong: '{ "inbound": [ { "name": "Closed", "actions": [ { "type": "deny", "config": { "status_code": 4030 } } ] } ] }',
    right: '{ "inbound": [ { "name": "Closed", "actions": [ { "type": "deny", "config": { "status_code": 403 } } ] } ] }',
    why: "A status has three digits, and those of HTTP go from 100 to 599. Below 200 it says that the answer is yet to come. An answer with 204 or 304 has no content, whatever is set, and no client follows a redirect with a status such as 304. These are warnings; a number that has not three digits cannot be sent at all."
  },
  visit: {
    action(node, report) {
      const answer = node.definition?.answer;
      const status = answer && node.field(answer.status);
      if (answer === void 0 || typeof status !== "number" || !Number.isInteger(status)) return;
      const wrong = complaint4(status, answer, node);
      if (wrong !== void 0) report({ path: node.pathOf(answer.status), ...wrong });
    }
  }
});
function complaint4(status, answer, node) {
  if (answer.kind === "redirect") return redirectComplaint(status);
  if (status < 100 || status > 999) {
    return { message: `${status} is not an HTTP status.`, help: "A status goes from 100 to 599." };
  }
  if (status > 599 && !(answer.kind === "refusal" && status === 999)) {
    return {
      message: `${status} is not a status that HTTP knows.`,
      help: "A status goes from 100 to 599.",
      atMost: "warning"
    };
  }
  if (status < 200) {
    return {
      message: `${status} is no final answer: it says that one follows.`,
      help: "Write a status of 200 or more.",
      atMost: "warning"
    };
  }
  const content = answer.content === void 0 ? void 0 : node.field(answer.content);
  if ((status === 204 || status === 304) && typeof content === "string" && content !== "") {
    return {
      message: `An answer with ${status} has no content, so "${answer.content}" is not sent.`,
      help: `Write 200, or remove "${answer.content}".`,
      atMost: "warning"
    };
  }
  return void 0;
}
function redirectComplaint(status) {
  const isFollowed = [300, 301, 302, 303, 307, 308].includes(status);
  if (isFollowed || status < 300 || status > 399) return void 0;
  return {
    message: `No client goes to another URL because of the status ${status}.`,
    help: "Write 301 or 308 when it is for good, otherwise 302, 303 or 307.",
    atMost: "warning"
  };
}

// packages/policy-lint/src/rules/action/unavailable.ts
var unavailable_default = defineRule({
  severity: "error",
  fix: "safe",
  docs: {
    what: "An action, or a key of its config, does not exist in this direction or for this protocol.",
    wrong: '{ "outbound": [ { "name": "No errors", "expressions": ["res.status_code >= 500"], "actions": [ { "type": "deny" } ] } ] }',
    right: '{ "outbound": [ { "name": "No errors", "expressions": ["res.status_code >= 500"], "actions": [ { "type": "custom-response", "config": { "status_code": 503, "content": "Sorry", "headers": { "content-type": "text/plain" } } } ] } ] }',
    why: "The service refuses a policy with an action at a place where it does not exist. A key of the config that is for other protocols has no effect at best; that is a warning."
  },
  visit: {
    action(node, report) {
      const { definition, path, rule } = node;
      if (definition === void 0) return;
      const missing = whereMissing(definition, rule.place);
      if (missing !== void 0) {
        const { message, help } = missing;
        report({ path: `${path}/type`, message: `The action "${node.type}" ${message}`, help });
        return;
      }
      const { protocol } = rule.place;
      const fields = Object.entries(definition.fieldProtocols ?? {});
      for (const [field, known3] of fields) {
        if (protocol === void 0 || known3.includes(protocol) || node.field(field) === void 0)
          continue;
        const at2 = node.pathOf(field);
        report({
          path: at2,
          part: "key",
          message: `"${field}" does not exist in a policy for ${protocol}.`,
          help: `It exists for ${known3.join(" and ")}; remove it.`,
          atMost: "warning",
          fix: { title: "Remove it", safe: true, edits: [{ path: at2, remove: true }] }
        });
      }
    }
  }
});
function whereMissing({ directions, unsureDirections = {} }, { direction, protocol }) {
  const mayStand = (name) => [...directions[name], ...unsureDirections[name] ?? []].includes(direction);
  if ((protocol === void 0 ? protocols : [protocol]).some(mayStand)) return void 0;
  const known3 = protocols.filter((name) => directions[name].length > 0);
  if (protocol !== void 0 && !known3.includes(protocol)) {
    return {
      message: `does not exist in a policy for ${protocol}.`,
      help: known3.length === 0 ? "Remove it." : `It exists for ${known3.join(" and ")}.`
    };
  }
  const others = new Set(
    (protocol === void 0 ? known3 : [protocol]).flatMap((name) => directions[name])
  );
  return {
    message: `does not exist in ${direction} rules.`,
    help: `It exists in ${[...others].join(" and ")} rules.`
  };
}

// packages/policy-lint/src/rules/action/unknown-type.ts
var unknown_type_default = defineRule({
  severity: "warning",
  fix: "safe",
  docs: {
    what: "An action has a type that the catalogue does not know.",
    wrong: '{ "inbound": [ { "name": "Closed", "actions": [ { "type": "custom_response", "config": { "status_code": 503 } } ] } ] }',
    right: '{ "inbound": [ { "name": "Closed", "actions": [ { "type": "custom-response", "config": { "status_code": 503 } } ] } ] }',
    why: "The service refuses a policy with an action type that it does not know. It may know more types than this catalogue, so the finding is a warning."
  },
  visit: {
    action({ path, type: type2, definition, rule }, report) {
      if (definition !== void 0) return;
      const meant = nearest(type2, rule.place.dialect.actions.keys());
      const at2 = `${path}/type`;
      report({
        path: at2,
        message: `The action type "${type2}" is not known.`,
        help: meant === void 0 ? "If the service knows it, this warning can be turned off in the configuration." : `Did you mean "${meant}"?`,
        ...meant !== void 0 && sameLetters(meant, type2) && {
          fix: { title: `Write "${meant}"`, safe: true, edits: [{ path: at2, value: meant }] }
        }
      });
    }
  }
});

// packages/policy-lint/src/rules/action/url.ts
var tokens2 = '"issuer": { "allow_list": [ { "value": "https://issuer.example/" } ] }, "audience": { "allow_list": [ { "value": "urn:example:api" } ] }, "http": { "tokens": [ { "type": "jwt", "method": "header", "name": "Authorization", "prefix": "Bearer " } ] }';
var example2 = (url2) => `{ "inbound": [ { "name": "Signed in", "actions": [ { "type": "jwt-validation", "config": { ${tokens2}, "jws": { "allowed_algorithms": ["RS256"], "keys": { "sources": { "additional_jkus": ["${url2}"] } } } } } ] } ] }`;
var url_default = defineRule({
  severity: "error",
  docs: {
    what: "A URL of a config is none, or keys are fetched from one that is not protected.",
    wrong: example2("issuer.example/keys.json"),
    right: example2("https://issuer.example/keys.json"),
    why: "The service refuses a policy with something else in the place of a URL. Keys that come over plain `http` can be exchanged on the way, and then anybody can sign tokens; that is a warning."
  },
  visit: {
    action(node, report) {
      const trusted = node.definition?.trustedUrls ?? [];
      for (const field of fieldsOfFormat(node, "url")) {
        for (const { path, text: text2 } of textsOf(node, field)) {
          const wrong = complaint5(text2, trusted.includes(field));
          if (wrong !== void 0) report({ path, ...wrong });
        }
      }
    }
  }
});
var url = /^([a-z][a-z\d+.-]*):\/\/(?:[^\s/?#@]*@)?(?:\[[\da-f:.]+\]|[^\s/?#@:<>"{}|\\^`[\]]+)(?::\d*)?(?:[/?#]\S*)?$/i;
function complaint5(text2, isTrusted) {
  const scheme = url.exec(text2)?.[1];
  if (scheme === void 0) {
    const placeholder = /<[^<>]*>/.exec(text2)?.[0];
    if (placeholder !== void 0) {
      return {
        message: `"${text2}" still has the placeholder ${placeholder}.`,
        help: "Write what belongs into its place."
      };
    }
    return {
      message: `"${text2}" is not a URL.`,
      help: "Write all of it with scheme and host, like https://example.com/path."
    };
  }
  if (!isTrusted || scheme.toLowerCase() !== "http") return void 0;
  return {
    message: `What comes from "${text2}" can be exchanged on its way.`,
    help: "Write https:// and make sure that the server answers there.",
    atMost: "warning"
  };
}

// packages/policy-lint/src/rules/document/duplicate-key.ts
var duplicate_key_default = defineRule({
  severity: "error",
  docs: {
    what: "A key stands twice in one object.",
    wrong: '{ "inbound": [], "inbound": [ { "actions": [ { "type": "deny" } ] } ] }',
    right: '{ "inbound": [ { "actions": [ { "type": "deny" } ] } ] }',
    why: "JSON does not say which of the two counts. Most readers silently take the last one, so half of what was written has no effect."
  },
  visit: {
    sourceError({ error: error2, location, first }, report) {
      if (error2.code !== "duplicate-key") return;
      report({
        path: error2.pointer,
        part: "key",
        ...describeDocumentError(error2),
        ...location && { location },
        related: [
          {
            message: "It stands here first.",
            path: error2.pointer,
            ...first && { location: first }
          }
        ]
      });
    }
  }
});

// packages/policy-lint/src/rules/document/duplicate-rule-name.ts
var duplicate_rule_name_default = defineRule({
  severity: "warning",
  docs: {
    what: "Two rules of one direction have the same name.",
    wrong: `{ "inbound": [ { "name": "No access", "expressions": ["req.url.path.startsWith('/admin')"], "actions": [ { "type": "deny" } ] }, { "name": "No access", "expressions": ["req.method == 'TRACE'"], "actions": [ { "type": "deny" } ] } ] }`,
    right: `{ "inbound": [ { "name": "No access to admin pages", "expressions": ["req.url.path.startsWith('/admin')"], "actions": [ { "type": "deny" } ] }, { "name": "No TRACE", "expressions": ["req.method == 'TRACE'"], "actions": [ { "type": "deny" } ] } ] }`,
    why: "A name tells which rule is meant. With two of the same name `traffic-policy diff` has to guess which of them changed, and a log that shows the name does not say which one it was. An inbound and an outbound rule may well share a name."
  },
  visit: {
    document(node, report) {
      for (const direction of node.dialect.directions) {
        const first = /* @__PURE__ */ new Map();
        for (const rule of node.rulesOf(direction)) {
          const { name } = rule;
          if (name === void 0 || name === "") continue;
          const other = first.get(name);
          if (other === void 0) first.set(name, rule);
          else
            report({
              path: `${rule.path}/name`,
              message: `Another rule has the name "${name}" already.`,
              help: "Say in the name what makes this rule different.",
              related: [{ message: "The other one is here.", path: `${other.path}/name` }]
            });
        }
      }
    }
  }
});

// packages/policy-lint/src/rules/document/empty.ts
var empty_default = defineRule({
  severity: "warning",
  docs: {
    what: "A policy has no rules.",
    wrong: '{ "inbound": [], "outbound": [] }',
    right: '{ "inbound": [ { "name": "Closed", "actions": [ { "type": "deny" } ] } ] }',
    why: "It does nothing, and the service may refuse it: it asks for one action at least. One direction without rules is nothing to worry about."
  },
  visit: {
    document({ path, value, dialect }, report) {
      if (!isJsonObject(value)) return;
      const isKnown = (key) => dialect.directions.includes(key) || key === "enabled";
      const isEmpty = Object.entries(value).every(
        ([key, rules3]) => isKnown(key) && !hasRules(rules3)
      );
      if (!isEmpty) return;
      report({
        path,
        message: "The policy has no rules.",
        help: "Add a rule; to have no policy at all, remove it from where it is used."
      });
    }
  }
});
function hasRules(value) {
  if (Array.isArray(value)) return value.length > 0;
  return value !== null && typeof value !== "boolean";
}

// packages/policy-lint/src/rules/document/ignore-reason.ts
var ignore_reason_default = defineRule({
  severity: "off",
  strict: "info",
  docs: {
    what: "A comment ignores a finding without saying why.",
    language: "yaml",
    wrong: `inbound:
  # traffic-policy-ignore-next-line document/rule-name
  - actions:
      - type: deny`,
    right: `inbound:
  # traffic-policy-ignore-next-line document/rule-name -- there is only this one
  - actions:
      - type: deny`,
    why: "Whoever reads the policy later has to know whether the reason still holds."
  },
  visit: {
    ignore({ kind, location, rules: rules3, why }, report) {
      if (kind !== "comment" || rules3.length === 0 || (why ?? "").trim() !== "") return;
      report({
        path: "",
        location,
        message: "The comment does not say why the finding is ignored.",
        help: "Add the reason after two hyphens: -- <why>."
      });
    }
  }
});

// packages/policy-lint/src/rules/document/module-key.ts
var module_key_default = defineRule({
  severity: "warning",
  fix: "safe",
  docs: {
    what: "`enabled` stands in the policy document, where it has no effect.",
    wrong: '{ "enabled": false, "inbound": [ { "actions": [ { "type": "deny" } ] } ] }',
    right: '{ "inbound": [ { "actions": [ { "type": "deny" } ] } ] }',
    why: "Whether a policy is applied is a setting of the module that holds the policy: `enabled` beside the policy in the configuration. Older versions of the service took both in one object, so examples with `enabled` inside are still found; there, `false` does not disable anything."
  },
  visit: {
    document({ value }, report) {
      const enabled = isJsonObject(value) ? value["enabled"] : void 0;
      if (enabled === void 0) return;
      const path = "/enabled";
      report({
        path,
        part: "key",
        message: '"enabled" has no effect inside the policy document.',
        help: "Remove it, and set `enabled` of the target in the configuration instead.",
        // What is not enabled was meant to be off, which the configuration has to say first.
        ...enabled === true && {
          fix: { title: "Remove it", safe: true, edits: [{ path, remove: true }] }
        }
      });
    }
  }
});

// packages/policy-lint/src/analysis/document-findings.ts
var schemas = /* @__PURE__ */ new WeakMap();
var found = /* @__PURE__ */ new WeakMap();
function documentFindings(node) {
  const { path, value, dialect } = node;
  const known3 = found.get(node);
  if (known3 !== void 0) return known3;
  const schema = schemas.get(dialect) ?? policyDocumentSchema(dialect);
  schemas.set(dialect, schema);
  const findings3 = schemaFindings(schema, value, path);
  found.set(node, findings3);
  return findings3;
}

// packages/policy-lint/src/rules/document/rule-actions.ts
var rule_actions_default = defineRule({
  severity: "error",
  docs: {
    what: "A rule has no actions.",
    wrong: '{ "inbound": [ { "name": "Old API", "actions": [] } ] }',
    right: '{ "inbound": [ { "name": "Old API", "actions": [ { "type": "deny" } ] } ] }',
    why: "The service refuses a policy with such a rule. Where it does not, the rule does nothing, which is hardly what its author wanted."
  },
  visit: {
    document(node, report) {
      const without = documentFindings(node).filter(({ key }) => key === "actions");
      const paths = new Set(without.map(({ path }) => path));
      for (const { path, value, name } of node.rules) {
        const { actions: actions2 } = value;
        const isEmpty = Array.isArray(actions2) && actions2.length === 0;
        if (!isEmpty && !paths.has(path)) continue;
        report({
          path: isEmpty ? `${path}/actions` : path,
          message: `${name ? `The rule "${name}"` : "The rule"} has no actions.`,
          help: 'Add what the rule shall do, such as { "type": "deny" }, or remove the rule.'
        });
      }
    }
  }
});

// packages/policy-lint/src/rules/document/rule-name.ts
var rule_name_default = defineRule({
  severity: "info",
  docs: {
    what: "A rule has no name.",
    wrong: '{ "inbound": [ { "actions": [ { "type": "deny" } ] } ] }',
    right: '{ "inbound": [ { "name": "Closed for maintenance", "actions": [ { "type": "deny" } ] } ] }',
    why: "A name is optional. With one, `traffic-policy diff` and the logs of the service can say which rule they talk about, and a rule that moved or changed is surely found again."
  },
  visit: {
    rule({ path, value }, report) {
      const { name } = value;
      if (name !== void 0 && name !== "") return;
      report({
        path,
        message: "The rule has no name.",
        help: "Name what it is for in a few words."
      });
    }
  }
});

// packages/policy-lint/src/rules/document/shape.ts
var shape_default = defineRule({
  severity: "error",
  fix: "safe",
  docs: {
    what: "The document does not have the shape of a policy: a value of the wrong kind, or an action without a type.",
    wrong: `{ "inbound": { "name": "No posts", "expressions": ["req.method == 'POST'"], "actions": [ { "type": "deny" } ] } }`,
    right: `{ "inbound": [ { "name": "No posts", "expressions": ["req.method == 'POST'"], "actions": [ { "type": "deny" } ] } ] }`,
    why: "The service refuses such a policy. Rules, expressions and actions are lists, even when there is only one of them."
  },
  visit: {
    document(node, report) {
      for (const finding of documentFindings(node)) {
        const isOfOtherRule = finding.kind === "unknown-key" || finding.key === "actions";
        if (!isOfOtherRule) report(finding);
      }
    }
  }
});

// packages/policy-lint/src/rules/document/size.ts
var size_default = defineRule({
  severity: "info",
  docs: {
    what: "A policy has very many rules, or is very long.",
    wrong: `{ "inbound": [ { "name": "No posts", "expressions": ["req.method == 'POST'"], "actions": [ { "type": "deny" } ] }, { "name": "No puts", "expressions": ["req.method == 'PUT'"], "actions": [ { "type": "deny" } ] } ] }`,
    right: `{ "inbound": [ { "name": "No posts, no puts", "expressions": ["req.method in ['POST', 'PUT']"], "actions": [ { "type": "deny" } ] } ] }`,
    why: "The service takes only so many rules and so long a policy. How many and how long depends on the plan and is not documented: the defaults are only a sign that something is unusual. Set what holds for you, with the severity `error`.",
    exampleOptions: { maxBytes: 1e3, maxRules: 1 }
  },
  options: {
    schema: {
      type: "object",
      properties: {
        maxBytes: {
          type: "integer",
          minimum: 1,
          description: "The most bytes that the policy may have as JSON without white space."
        },
        maxRules: {
          type: "integer",
          minimum: 1,
          description: "The most rules that it may have, all directions together."
        }
      },
      additionalProperties: false
    },
    default: { maxBytes: 1e6, maxRules: 1e3 }
  },
  visit: {
    document({ path, value, rules: rules3 }, report, { maxBytes, maxRules }) {
      if (rules3.length > maxRules) {
        report({
          path,
          message: `The policy has ${rules3.length} rules, more than ${maxRules}.`,
          help: "Join rules that do the same: conditions with ||, or values with in and a list."
        });
      }
      const bytes = sizeOf2(serialize(value), maxBytes);
      if (bytes <= maxBytes) return;
      report({
        path,
        message: `The policy has ${bytes} bytes as JSON, more than ${maxBytes}.`,
        help: "Join rules that do the same, and keep long answers at the upstream."
      });
    }
  }
});
function sizeOf2(text2, bound) {
  if (text2.length * 3 <= bound) return text2.length;
  let bytes = 0;
  for (const character2 of text2) bytes += bytesOf2(character2.codePointAt(0) ?? 0);
  return bytes;
}
function bytesOf2(code) {
  return code < 128 ? 1 : code < 2048 ? 2 : code < 65536 ? 3 : 4;
}

// packages/policy-lint/src/rules/document/syntax.ts
var syntax_default = defineRule({
  severity: "error",
  docs: {
    what: "The file is not JSON, or it is YAML that is wrong or says what JSON cannot.",
    wrong: '{ "inbound": [ { "name": "Closed" "actions": [ { "type": "deny" } ] } ] }',
    right: '{ "inbound": [ { "name": "Closed", "actions": [ { "type": "deny" } ] } ] }',
    why: "The service takes policies as JSON and refuses what it cannot parse. Comments and trailing commas are not JSON, although some tools take them. A policy in YAML is translated, so it can hold only what JSON can: keys are text, numbers are finite, and there is one document in the file."
  },
  visit: {
    sourceError({ error: error2, location }, report) {
      if (error2.code === "duplicate-key") return;
      report({
        path: error2.pointer,
        ...describeDocumentError(error2),
        ...location && { location }
      });
    }
  }
});

// packages/policy-lint/src/analysis/value-at.ts
function valueAt(document, pointer) {
  let value = document;
  for (const key of fromPointer(pointer)) {
    if (Array.isArray(value)) value = value[Number(key)];
    else value = isJsonObject(value) ? value[key] : void 0;
  }
  return value;
}

// packages/policy-lint/src/rules/document/unknown-key.ts
var unknown_key_default = defineRule({
  severity: "error",
  fix: "safe",
  docs: {
    what: "A key of the document, of a rule or of an action is not known.",
    wrong: `{ "inbound": [ { "name": "No posts", "expresions": ["req.method == 'POST'"], "actions": [ { "type": "deny" } ] } ] }`,
    right: `{ "inbound": [ { "name": "No posts", "expressions": ["req.method == 'POST'"], "actions": [ { "type": "deny" } ] } ] }`,
    why: "The service refuses such a policy, or passes over the part it does not know: a rule whose misspelt `expressions` are ignored matches every request. Keys such as `on_http_request` belong to another dialect, whose policies are written differently."
  },
  visit: {
    document(node, report) {
      for (const finding of documentFindings(node)) {
        if (finding.kind !== "unknown-key" || finding.path === "/enabled") continue;
        report({ ...finding, ...explain(finding, node) });
      }
    }
  }
});
function explain({ key = "", path }, node) {
  const { value, dialect } = node;
  const parent = valueAt(value, path.slice(0, path.lastIndexOf("/")));
  if (!isJsonObject(parent)) return {};
  if (parent === value) {
    const foreign = dialect.foreignDirections ?? {};
    if (Object.hasOwn(foreign, key)) {
      return {
        message: `"${key}" is a key of another dialect of policies.`,
        help: `Rules of this kind stand under "${foreign[key]}" here, with the actions and variables of this dialect.`
      };
    }
    return isWrapper(parent[key], dialect.directions) ? { help: `Take what stands inside of "${key}" out of it, to the top of the document.` } : {};
  }
  return isConfigKey(key, parent, node) ? { help: `Put it into "config".` } : {};
}
function isWrapper(value, directions) {
  return isJsonObject(value) && directions.some((direction) => Array.isArray(value[direction]));
}
function isConfigKey(key, { type: type2 }, { dialect }) {
  const action = typeof type2 === "string" ? dialect.actions.get(type2) : void 0;
  return action !== void 0 && Object.hasOwn(action.config.properties, key);
}

// packages/policy-lint/src/rules/document/unused-ignore.ts
var unused_ignore_default = defineRule({
  severity: "warning",
  docs: {
    what: "An order to ignore findings ignores nothing.",
    language: "yaml",
    wrong: `inbound:
  # traffic-policy-ignore-next-line document/rule-name -- there is only this one
  - name: Closed for maintenance
    actions:
      - type: deny`,
    right: `inbound:
  # traffic-policy-ignore-next-line document/rule-name -- there is only this one
  - actions:
      - type: deny`,
    why: "What it was for is put right, or it stands in the wrong place, or the rule's name is misspelt. Left there, it would hide the next finding that comes along, which nobody has looked at."
  },
  visit: {
    ignore({ kind, location, order: order2, rules: rules3 }, report) {
      const tell = (message, help) => report({ path: "", location, message, help });
      const form = `Write ${ignoreNextLine} <rule> -- <why>.`;
      if (kind === "comment" && order2 !== ignoreNextLine) {
        tell(`The comment ${order2} has no meaning.`, form);
      } else if (rules3.length === 0) {
        tell("The comment names no rule to ignore.", form);
      } else {
        for (const rule of rules3.filter(({ isUsed }) => !isUsed)) tell(...sentences3(rule, kind));
      }
    }
  }
});
function sentences3({ name, isKnown, meant }, kind) {
  if (!isKnown) {
    const message = `There is no lint rule "${name}" that could be ignored.`;
    return [message, meant === void 0 ? "Remove it." : `Did you mean "${meant}"?`];
  }
  return kind === "comment" ? [
    `There is no finding of ${name} on the next line.`,
    "Remove the comment, or put it on the line before what is found."
  ] : [
    `The configuration ignores findings of ${name} that are not there.`,
    "Remove the entry from lint.ignoreFindings."
  ];
}

// packages/policy-lint/src/analysis/expression/parts-of.ts
var last;
function partsOf(tree) {
  if (last?.tree !== tree) last = { tree, parts: collectParts(tree) };
  return last.parts;
}
function collectParts(tree) {
  const parts = [];
  const left = [{ node: tree }];
  for (let part2 = left.pop(); part2 !== void 0; part2 = left.pop()) {
    parts.push(part2);
    const parent = part2.node;
    for (const node of directPartsOf(parent).toReversed()) left.push({ node, parent });
  }
  return parts;
}
function directPartsOf(node) {
  switch (node.kind) {
    case "literal":
    case "identifier":
      return [];
    case "select":
    case "unary":
      return [node.operand];
    case "index":
      return [node.operand, node.index];
    case "binary":
      return [node.left, node.right];
    case "conditional":
      return [node.condition, node.whenTrue, node.whenFalse];
    case "list":
      return node.elements;
    case "map":
      return node.entries.flatMap(({ key, value }) => [key, value]);
    case "call":
      return [...node.target ? [node.target] : [], ...node.arguments];
  }
}

// packages/policy-lint/src/analysis/expression/pattern-target.ts
function patternTarget({ target, arguments: given }) {
  return target ?? (given.length === 2 ? given[0] : void 0);
}

// packages/policy-lint/src/analysis/expression/variable-of.ts
var known2 = /* @__PURE__ */ new WeakMap();
function variableOf2({ checked: checked3 }, part2) {
  if (checked3 === void 0 || part2.span === void 0) return void 0;
  let variables3 = known2.get(checked3);
  if (variables3 === void 0) {
    variables3 = variablesBySpan(checked3);
    known2.set(checked3, variables3);
  }
  return variables3.get(part2.span);
}
function variablesBySpan({ variables: variables3 }) {
  return new Map(
    variables3.flatMap(
      ({ span, definition }) => span === void 0 ? [] : [[span, definition]]
    )
  );
}

// packages/policy-lint/src/analysis/expression/address-question.ts
function addressQuestions(node) {
  if (node.tree === void 0) return [];
  return partsOf(node.tree).flatMap(({ node: part2 }) => {
    const found2 = callQuestion(part2) ?? comparison2(part2);
    return found2 !== void 0 && variableOf2(node, found2.address)?.form === "ip-address" ? [found2] : [];
  });
}
function callQuestion(node) {
  if (node.kind !== "call") return void 0;
  const address2 = node.name === "matches" ? patternTarget(node) : node.target;
  const value = textOf2(node.arguments.at(-1));
  if (address2 === void 0 || value === void 0) return void 0;
  const asText = { node, address: address2, never: false, denied: false };
  switch (node.name) {
    // `.matches(':')` and `.contains(':')` ask for IPv6, and need no range.
    case "matches":
      return /\d/.test(value) ? asText : void 0;
    case "contains":
      return isRange(value) ? { ...asText, never: true, ranges: [value] } : void 0;
    case "startsWith": {
      if (isRange(value)) return { ...asText, never: true, ranges: [value] };
      const range = rangeOfPrefix(value);
      if (range !== void 0) return { ...asText, ranges: [range] };
      return /[\da-f]/i.test(value) ? asText : void 0;
    }
    default:
      return void 0;
  }
}
function comparison2(node) {
  if (node.kind !== "binary") return void 0;
  const { operator, left, right } = node;
  if (operator === "in" && right.kind === "list") {
    const values = right.elements.map(textOf2);
    if (!values.some((value2) => value2 !== void 0 && isRange(value2))) return void 0;
    const ranges = values.flatMap((value2) => value2 === void 0 ? [] : [rangeOf2(value2)]);
    const all2 = ranges.flatMap((range) => range === void 0 ? [] : [range]);
    const isWhole = all2.length === values.length;
    return { node, address: left, never: true, denied: false, ...isWhole && { ranges: all2 } };
  }
  if (operator !== "==" && operator !== "!=") return void 0;
  const [address2, value] = textOf2(right) === void 0 ? [right, textOf2(left)] : [left, textOf2(right)];
  if (value === void 0 || !isRange(value)) return void 0;
  return { node, address: address2, never: true, ranges: [value], denied: operator === "!=" };
}
function isRange(text2) {
  return text2.includes("/") && parseCidr(text2) !== void 0;
}
function rangeOf2(text2) {
  return isRange(text2) ? text2 : parseAddress(text2)?.text;
}
function rangeOfPrefix(text2) {
  const octets = /^(?:\d{1,3}\.){1,3}$/.test(text2) ? text2.split(".").slice(0, -1) : [];
  const cidr = `${[...octets, "0", "0", "0", "0"].slice(0, 4).join(".")}/${octets.length * 8}`;
  return octets.length > 0 ? parseCidr(cidr)?.text : void 0;
}
function textOf2(node) {
  return node?.kind === "literal" && node.type === "string" ? node.value : void 0;
}

// packages/policy-lint/src/analysis/expression/range-question.ts
function rangeQuestion(dialect, address2, ranges) {
  const [only, ...others] = ranges.map(
    (value) => printExpression({ kind: "literal", type: "string", value })
  );
  if (only === void 0) return void 0;
  const isOne = others.length === 0;
  const name = rangeFunction(dialect, isOne ? "string" : "list(string)");
  const range = isOne ? only : `[${[only, ...others].join(", ")}]`;
  return name && `${name}(${address2}, ${range})`;
}
function rangeFunction({ functions: functions3 }, parameter) {
  for (const { name, overloads } of functions3.values()) {
    const isMeant = overloads.some(
      ({ target, parameters, formats }) => target === void 0 && formats?.[1] === "cidr" && parameters[1] === parameter
    );
    if (isMeant) return name;
  }
  return void 0;
}

// packages/policy-lint/src/analysis/expression/replacement.ts
function editsOf(node, replacements) {
  return replacements.map(({ span, text: text2 }) => {
    const { path, part: part2 } = node.at(span);
    return { path, span: part2, text: text2 };
  });
}
function checkReplaced(node, replacements) {
  const text2 = replaced(node.text, replacements);
  const parsed2 = parseExpression(text2);
  return parsed2.ok ? checkExpression(parsed2.tree, { ...node.place, text: text2 }) : void 0;
}
function replaced(text2, replacements) {
  let result = text2;
  for (const { span, text: put } of replacements.toSorted((a, b) => b.span.start - a.span.start)) {
    result = result.slice(0, span.start) + put + result.slice(span.end);
  }
  return result;
}

// packages/policy-lint/src/analysis/expression/written.ts
function writtenOperand(text2, part2) {
  const written = part2.span && text2.slice(part2.span.start, part2.span.end);
  if (written === void 0) return printExpression(part2);
  return ["binary", "conditional", "unary"].includes(part2.kind) ? `(${written})` : written;
}
function writtenLike(text2, literal, value) {
  const token = literal && text2.slice(literal.start, literal.end);
  const quote = /^['"](?!['"]{2})/.exec(token ?? "")?.[0];
  if (quote !== void 0 && /^[^\\'"\p{C}\u2028\u2029]*$/u.test(value)) {
    return quote + value + quote;
  }
  return printExpression({ kind: "literal", type: "string", value });
}

// packages/policy-lint/src/rules/expression/address-pattern.ts
var address_pattern_default = defineRule({
  severity: "warning",
  fix: "unsafe",
  docs: {
    what: "The address of a client or server is searched as text, or compared with a range.",
    wrong: `{ "inbound": [ { "name": "inside", "expressions": ["conn.client_ip.startsWith('10.')"], "actions": [ { "type": "deny" } ] } ] }`,
    right: `{ "inbound": [ { "name": "inside", "expressions": ["inCidrRange(conn.client_ip, '10.0.0.0/8')"], "actions": [ { "type": "deny" } ] } ] }`,
    why: "The text of an address never equals a range, and the same IPv6 address can be written in many ways. A prefix or pattern easily takes in more than is meant: `startsWith('10')` is true of 100.64.0.1 as well."
  },
  visit: {
    expression(node, report) {
      const { dialect } = node.place;
      for (const { node: part2, address: address2, never, ranges, denied: denied2 } of addressQuestions(node)) {
        let fixOf2 = function(text2) {
          const edits = span ? editsOf(node, [{ span, text: text2 }]) : [];
          return { title: `Write ${text2}`, safe: false, edits };
        };
        var fixOf = fixOf2;
        const written = writtenOperand(node.text, address2);
        const question = ranges && rangeQuestion(dialect, written, ranges);
        const instead = question && (denied2 ? `!${question}` : question);
        const example3 = rangeQuestion(dialect, written, ["192.0.2.0/24"]);
        const { span } = part2;
        report({
          ...node.at(span),
          message: never ? `${written} is one address, so a range is never part of its text.` : `${written} is searched as text.`,
          ...instead ? { help: `Write ${instead}.` } : example3 && { help: `Ask for a range of addresses: ${example3}.` },
          ...instead && span && { fix: fixOf2(instead) }
        });
      }
    }
  }
});

// packages/policy-lint/src/analysis/expression/literal-fix.ts
function literalFix(node, { span }, value) {
  if (value === void 0 || span === void 0) return void 0;
  const text2 = writtenLike(node.text, span, value);
  const before2 = node.checked?.errors.length ?? 0;
  const after2 = checkReplaced(node, [{ span, text: text2 }])?.errors.length ?? before2;
  if (after2 >= before2) return void 0;
  return { title: `Write ${text2}`, safe: false, edits: editsOf(node, [{ span, text: text2 }]) };
}

// packages/policy-lint/src/rules/expression/cidr.ts
var cidr_default2 = defineRule({
  severity: "error",
  fix: "unsafe",
  docs: {
    what: "A range of addresses in an expression is not a CIDR.",
    wrong: `{ "inbound": [ { "name": "Office", "expressions": ["inCidrRange(conn.client_ip, '192.0.2.1')"], "actions": [ { "type": "deny" } ] } ] }`,
    right: `{ "inbound": [ { "name": "Office", "expressions": ["inCidrRange(conn.client_ip, '192.0.2.1/32')"], "actions": [ { "type": "deny" } ] } ] }`,
    why: "The service passes over what is not a CIDR: no address lies in it, so the condition never does what it seems to do."
  },
  visit: {
    expression(node, report) {
      for (const error2 of node.checked?.errors ?? []) {
        if (error2.code !== "invalid-cidr") continue;
        const address2 = parseAddress(error2.args["value"] ?? "");
        const fix = literalFix(node, error2, address2?.text);
        report({ ...node.at(error2.span), ...describeCheckError(error2), ...fix && { fix } });
      }
    }
  }
});

// packages/policy-lint/src/analysis/expression/formatted-literals.ts
function formattedLiterals(node, format2) {
  const { tree, place } = node;
  if (tree === void 0) return [];
  return partsOf(tree).flatMap(
    ({ node: call, parent }) => call.kind === "call" ? literalsOf(call, format2, place.dialect).map((literal) => ({
      literal,
      call,
      ...parent && { parent }
    })) : []
  );
}
function literalsOf({ name, target, arguments: given }, format2, { functions: functions3 }) {
  const overload = functions3.get(name)?.overloads.find(
    (one) => one.target === void 0 === (target === void 0) && one.parameters.length === given.length && one.formats?.includes(format2)
  );
  const position = overload?.formats?.indexOf(format2) ?? -1;
  const argument = given[position];
  if (argument === void 0) return [];
  const texts3 = argument.kind === "list" ? argument.elements : [argument];
  return texts3.flatMap((text2) => isText(text2) ? [text2] : []);
}
function isText(node) {
  return node.kind === "literal" && node.type === "string";
}

// packages/policy-lint/src/rules/expression/cidr-host-bits.ts
var cidr_host_bits_default = defineRule({
  severity: "warning",
  fix: "safe",
  docs: {
    what: "A CIDR does not begin with the first address of its range.",
    wrong: `{ "inbound": [ { "name": "office", "expressions": ["inCidrRange(conn.client_ip, '192.0.2.66/24')"], "actions": [ { "type": "deny" } ] } ] }`,
    right: `{ "inbound": [ { "name": "office", "expressions": ["inCidrRange(conn.client_ip, '192.0.2.0/24')"], "actions": [ { "type": "deny" } ] } ] }`,
    why: "Only the first bits of a CIDR count, as many as its prefix is long. `192.0.2.66/24` is all of `192.0.2.0/24`, although it reads like one address in it. The fix writes the range as it is; a single address has the prefix 32, or 128 for IPv6."
  },
  visit: {
    expression(node, report) {
      for (const { literal } of formattedLiterals(node, "cidr")) {
        const { span, value } = literal;
        const cidr = parseCidr(value);
        const address2 = parseAddress(value.split("/", 1)[0] ?? "");
        if (span === void 0 || cidr === void 0 || cidr.first === address2?.first) continue;
        const text2 = writtenLike(node.text, span, cidr.text);
        report({
          ...node.at(span),
          message: `"${value}" stands for the whole range ${cidr.text}.`,
          help: `Write "${cidr.text}" if that is meant, or "${address2?.text}" for the one address.`,
          fix: { title: `Write ${cidr.text}`, safe: true, edits: editsOf(node, [{ span, text: text2 }]) }
        });
      }
    }
  }
});

// packages/policy-lint/src/analysis/logic/children-of.ts
function childrenOf(node) {
  switch (node.kind) {
    case "literal":
    case "identifier":
      return [];
    case "select":
    case "unary":
      return [node.operand];
    case "index":
      return [node.operand, node.index];
    case "binary":
      return [node.left, node.right];
    case "conditional":
      return [node.condition, node.whenTrue, node.whenFalse];
    case "list":
      return node.elements;
    case "map":
      return node.entries.flatMap(({ key, value }) => [key, value]);
    case "call":
      return node.target === void 0 ? node.arguments : [node.target, ...node.arguments];
  }
}

// packages/policy-lint/src/analysis/logic/constant-parts.ts
function constantParts(expression) {
  const logic = logicOf(expression);
  if (logic === void 0) return [];
  return expression.role === "condition" ? inDecision({ node: logic.tree }, logic) : inValue(logic.tree, logic);
}
function inDecision(link, logic) {
  const { node } = link;
  const formula = logic.formula(node);
  if (node.kind === "unary" && node.operator === "!") {
    return inDecision({ node: node.operand }, logic);
  }
  if (node.kind === "conditional") {
    const branches2 = [node.whenTrue, node.whenFalse].filter(({ kind }) => kind !== "literal");
    return [
      ...inDecision({ node: node.condition }, logic),
      ...branches2.flatMap((branch) => inDecision({ node: branch }, logic))
    ];
  }
  const claim = claimOf(formula);
  if (node.kind !== "binary" || node.operator !== "&&" && node.operator !== "||") {
    return claim === void 0 ? inValue(node, logic) : [{ link, claim }];
  }
  const links = chainLinks(node, node.operator);
  const inside = links.flatMap((operand) => inDecision(operand, logic));
  if (inside.length > 0 || node.operator === "&&" || claim === void 0) return inside;
  const isExplained = links.some((operand) => claimOf(logic.formula(operand.node)) !== void 0);
  return isExplained ? [] : [{ link, claim }];
}
function inValue(node, logic) {
  const isChain = node.kind === "binary" && (node.operator === "&&" || node.operator === "||");
  const isNot = node.kind === "unary" && node.operator === "!";
  if (isChain || isNot) return inDecision({ node }, logic);
  const decisions = decisionsIn(node);
  return childrenOf(node).flatMap(
    (child) => decisions.includes(child) ? inDecision({ node: child }, logic) : inValue(child, logic)
  );
}
function decisionsIn(node) {
  if (node.kind === "conditional") return [node.condition];
  return node.kind === "call" && isMacro(node) ? bodyOf(node) : [];
}
function bodyOf({ name, arguments: given }) {
  if (name === "has") return [];
  return name === "map" ? given.slice(1, -1) : given.slice(1);
}
function claimOf(formula) {
  if (isNeverFalse(formula)) return isAlwaysTrue(formula) ? "always true" : "never false";
  if (isNeverTrue(formula)) return isAlwaysFalse(formula) ? "always false" : "never true";
  return void 0;
}

// packages/policy-lint/src/rules/expression/constant.ts
var constant_default = defineRule({
  severity: "warning",
  fix: "safe",
  docs: {
    what: "A condition, or a part of one, is true or false whatever the request is.",
    wrong: `{ "inbound": [ { "expressions": ["req.method != 'GET' || req.method != 'HEAD'"], "actions": [ { "type": "deny" } ] } ] }`,
    right: `{ "inbound": [ { "expressions": ["req.method != 'GET' && req.method != 'HEAD'"], "actions": [ { "type": "deny" } ] } ] }`,
    why: "Such a condition decides nothing, so something else was meant: often `&&` for `||`, or a variable where a text stands. A condition that is just `true` or `false` may be there on purpose and is only pointed out."
  },
  visit: {
    expression(node, report) {
      const logic = logicOf(node);
      for (const { link, claim } of constantParts(node)) {
        const operand = logic && new Operand(node, link, logic);
        const isLiteral = link.node.kind === "literal";
        const neutral = link.within?.operator === "&&" ? "always true" : "always false";
        const removal = link.within && claim === neutral ? operand?.removal : void 0;
        report({
          ...node.at(link.node.span),
          message: `${writtenText(node, link.node)} is ${claim}.`,
          help: helpFor3[claim],
          ...isLiteral && link.within === void 0 ? { atMost: "info" } : {},
          ...removal && {
            fix: { title: "Remove it", safe: true, edits: [removal] }
          }
        });
      }
    }
  }
});
var whenTrue = "Remove it, or ask for what was meant. Two != with || between them are always true.";
var whenFalse = "What it stands before is never done; ask for what was meant.";
var helpFor3 = {
  "always true": whenTrue,
  "never false": whenTrue,
  "always false": whenFalse,
  "never true": whenFalse
};

// packages/policy-lint/src/analysis/logic/chains-of.ts
function chainsOf(expression) {
  const logic = logicOf(expression);
  const chains = [];
  if (logic !== void 0) visit3(logic.tree, expression.role === "condition");
  return chains;
  function visit3(node, isCondition) {
    if (node.kind !== "binary" || node.operator !== "&&" && node.operator !== "||") {
      for (const child of childrenOf(node)) visit3(child, false);
      return;
    }
    const { operator } = node;
    const links = chainLinks(node, operator);
    if (logic !== void 0 && !(isCondition && operator === "&&")) {
      const operands2 = links.map((link) => new Operand(expression, link, logic));
      chains.push({ operator, operands: operands2 });
    }
    for (const link of links) visit3(link.node, false);
  }
}

// packages/policy-lint/src/analysis/logic/contradictions.ts
var mostOperands = 100;
function contradictions(all2) {
  if (all2.length < 2 || !areContradictory(all2.map(({ formula }) => formula))) return [];
  const operands2 = all2.slice(0, mostOperands).filter(({ formula }) => !isNeverTrue(formula));
  const found2 = [];
  const before2 = [];
  for (const operand of operands2) {
    const others = reasons(operand, before2);
    if (others === void 0) before2.push(operand);
    else found2.push({ operand, others });
  }
  return found2;
}
function reasons(operand, before2) {
  if (!contradict(operand, before2)) return void 0;
  const single = before2.find((other) => contradict(operand, [other]));
  if (single !== void 0) return [single];
  let needed = [...before2];
  for (const other of before2) {
    const fewer = needed.filter((one) => one !== other);
    if (contradict(operand, fewer)) needed = fewer;
  }
  return needed;
}
function contradict(operand, others) {
  return areContradictory([operand, ...others].map(({ formula }) => formula));
}

// packages/policy-lint/src/rules/expression/contradiction.ts
var contradiction_default = defineRule({
  severity: "warning",
  strict: "error",
  docs: {
    what: "Conditions of a rule, or operands of `&&`, can never be true together.",
    wrong: `{ "outbound": [ { "expressions": ["res.status_code < 200 && res.status_code >= 300"], "actions": [ { "type": "log", "config": { "metadata": { "event": "unusual status" } } } ] } ] }`,
    right: `{ "outbound": [ { "expressions": ["res.status_code < 200 || res.status_code >= 300"], "actions": [ { "type": "log", "config": { "metadata": { "event": "unusual status" } } } ] } ] }`,
    why: "All conditions of a rule have to be true for it to match, so such a rule never does anything. Mostly `||` was meant, or the conditions were copied and only one of them was changed."
  },
  visit: {
    rule(node, report) {
      for (const found2 of contradictions(conjunctionOf(node))) report(findingOf(found2));
    },
    expression(node, report) {
      for (const { operator, operands: operands2 } of chainsOf(node)) {
        if (operator !== "&&") continue;
        for (const found2 of contradictions(operands2)) report(findingOf(found2));
      }
    }
  }
});
function findingOf({ operand, others }) {
  const named2 = others.length > 1 ? "the conditions before it" : others[0]?.text ?? "";
  return {
    ...operand.place,
    message: `${operand.text} can never be true together with ${named2}.`,
    help: "If one of them is enough, write them as one condition with ||.",
    related: others.map((other) => ({
      message: "This would have to be true as well.",
      ...other.place
    }))
  };
}

// packages/policy-lint/src/analysis/compared-texts.ts
var methods2 = /* @__PURE__ */ new Set(["startsWith", "endsWith", "contains"]);
function comparedTexts({ tree, checked: checked3 }) {
  const found2 = [];
  const variables3 = new Map(
    checked3?.variables.map(({ span, definition }) => [span, definition])
  );
  if (tree !== void 0) visit3(tree);
  return found2;
  function visit3(node) {
    if (node.kind === "binary") {
      if (node.operator === "==" || node.operator === "!=") {
        add(node.left, node.operator, node.right);
        add(node.right, node.operator, node.left);
      } else if (node.operator === "in" && node.right.kind === "list") {
        for (const element of node.right.elements) add(node.left, "in", element);
      }
    } else if (node.kind === "call" && node.target !== void 0 && methods2.has(node.name)) {
      const [argument] = node.arguments;
      if (argument !== void 0) add(node.target, node.name, argument);
    }
    for (const child of childrenOf(node)) visit3(child);
  }
  function add(value, comparison3, literal) {
    const variable = value.span && variables3.get(value.span);
    if (variable === void 0 || literal.kind !== "literal" || literal.type !== "string") return;
    found2.push({ variable, comparison: comparison3, literal });
  }
}

// packages/policy-lint/src/analysis/write-instead.ts
function writeInstead(expression, literal, value) {
  const text2 = printExpression({ kind: "literal", type: "string", value });
  const { path, part: part2 } = expression.at(literal.span);
  return { title: `Write ${text2}`, safe: false, edits: [{ path, span: part2, text: text2 }] };
}

// packages/policy-lint/src/rules/expression/country-code.ts
var country_code_default = defineRule({
  severity: "warning",
  fix: "unsafe",
  docs: {
    what: "A country code is not two letters in upper case.",
    wrong: `{ "inbound": [ { "expressions": ["conn.geo.country_code in ['us', 'CA']"], "actions": [ { "type": "deny" } ] } ] }`,
    right: `{ "inbound": [ { "expressions": ["conn.geo.country_code in ['US', 'CA']"], "actions": [ { "type": "deny" } ] } ] }`,
    why: "Country codes are those of ISO 3166: two letters in upper case. The comparison with anything else never fits. The fix changes what the rule matches; look at it before."
  },
  visit: {
    expression(node, report) {
      for (const { variable, comparison: comparison3, literal } of comparedTexts(node)) {
        if (variable.form !== "country-code" || !wholeValue.has(comparison3)) continue;
        if (/^([A-Z]{2})?$/.test(literal.value)) continue;
        const code = /^[a-z]{2}$/i.test(literal.value) ? literal.value.toUpperCase() : void 0;
        report({
          ...node.at(literal.span),
          message: `'${literal.value}' is no country code: they are two letters in upper case.`,
          help: code === void 0 ? "Write the code of ISO 3166, such as 'US' or 'DE'." : `Write '${code}'.`,
          ...code !== void 0 && { fix: writeInstead(node, literal, code) }
        });
      }
    }
  }
});
var wholeValue = /* @__PURE__ */ new Set(["==", "!=", "in"]);

// packages/policy-lint/src/analysis/logic/duplicates.ts
function duplicates(operands2) {
  const known3 = /* @__PURE__ */ new Map();
  return operands2.flatMap((operand) => {
    const first = known3.get(operand.canonicalText);
    if (first !== void 0) return [{ operand, first }];
    known3.set(operand.canonicalText, operand);
    return [];
  });
}

// packages/policy-lint/src/rules/expression/duplicate-condition.ts
var duplicate_condition_default = defineRule({
  severity: "warning",
  fix: "safe",
  docs: {
    what: "A rule has the same condition twice, or `&&` or `||` the same operand.",
    wrong: `{ "inbound": [ { "expressions": ["req.method == 'POST' || req.method == 'POST'"], "actions": [ { "type": "deny" } ] } ] }`,
    right: `{ "inbound": [ { "expressions": ["req.method == 'POST' || req.method == 'PUT'"], "actions": [ { "type": "deny" } ] } ] }`,
    why: "The second adds nothing, so it was forgotten or was meant to ask for something else. Conditions are compared by what they say: `'a' == x` and `x == 'a'` are the same."
  },
  visit: {
    rule(node, report) {
      for (const found2 of duplicates(conjunctionOf(node))) report(findingOf2(found2));
    },
    expression(node, report) {
      for (const { operands: operands2 } of chainsOf(node)) {
        for (const found2 of duplicates(operands2)) report(findingOf2(found2));
      }
    }
  }
});
function findingOf2({ operand, first }) {
  const { removal } = operand;
  return {
    ...operand.place,
    message: `${operand.text} stands here a second time.`,
    help: "Remove it, or ask for what was meant to be different.",
    related: [{ message: "It stands here first.", ...first.place }],
    ...removal && { fix: { title: "Remove it", safe: true, edits: [removal] } }
  };
}

// packages/policy-lint/src/rules/expression/duration.ts
var duration_default2 = defineRule({
  severity: "error",
  fix: "unsafe",
  docs: {
    what: "The text of a `duration` is not a length of time.",
    wrong: `{ "inbound": [ { "name": "Old connections", "expressions": ["timestamp(time.now) - conn.ts.start > duration('1 day')"], "actions": [ { "type": "deny" } ] } ] }`,
    right: `{ "inbound": [ { "name": "Old connections", "expressions": ["timestamp(time.now) - conn.ts.start > duration('24h')"], "actions": [ { "type": "deny" } ] } ] }`,
    why: "CEL reads lengths of time as numbers with the units h, m, s, ms, us and ns. An expression with another text fails."
  },
  visit: {
    expression(node, report) {
      for (const error2 of node.checked?.errors ?? []) {
        if (error2.code !== "invalid-duration") continue;
        const fix = literalFix(node, error2, inUnits(error2.args["value"] ?? ""));
        report({ ...node.at(error2.span), ...describeCheckError(error2), ...fix && { fix } });
      }
    }
  }
});
var units = [
  [/^w(?:eeks?)?$/, 168, "h"],
  [/^d(?:ays?)?$/, 24, "h"],
  [/^(?:h|hrs?|hours?)$/, 1, "h"],
  [/^(?:m|mins?|minutes?)$/, 1, "m"],
  [/^(?:s|secs?|seconds?)$/, 1, "s"]
];
function inUnits(text2) {
  const [, amount, word = ""] = /^\s*(\d{1,6})\s*([a-z]+)\s*$/i.exec(text2) ?? [];
  const known3 = units.find(([form]) => form.test(word.toLowerCase()));
  return known3 && amount && `${Number(amount) * known3[1]}${known3[2]}`;
}

// packages/policy-lint/src/analysis/expression/header-keys.ts
function headerKeys(node) {
  if (node.tree === void 0) return [];
  return partsOf(node.tree).flatMap(({ node: part2 }) => {
    const found2 = part2.kind === "call" ? inCall(node, part2) : inMap(node, part2);
    return found2 === void 0 || found2.wanted === found2.key ? [] : [found2];
  });
}
function inCall({ text: text2, place }, { name, target, arguments: given }) {
  const [first] = given;
  const definition = target === void 0 ? place.dialect.functions.get(name) : void 0;
  if (definition?.headerName === void 0 || !isText2(first)) return void 0;
  return literalKey(text2, first, {
    holder: `${name}()`,
    form: definition.headerName,
    wanted: canonicalHeaderName(first.value)
  });
}
function inMap(node, part2) {
  const [map, key] = part2.kind === "index" ? [part2.operand, part2.index] : part2.kind === "binary" && part2.operator === "in" ? [part2.right, part2.left] : part2.kind === "select" ? [part2.operand, void 0] : [];
  const definition = map && variableOf2(node, map);
  if (definition?.headerKeys === void 0) return void 0;
  const holder = definition.name;
  const form = definition.headerKeys;
  if (part2.kind === "select" && part2.fieldSpan !== void 0) {
    const wanted = part2.field.toLowerCase();
    return { key: part2.field, span: part2.fieldSpan, holder, form, wanted, text: wanted };
  }
  return isText2(key) ? literalKey(node.text, key, { holder, form, wanted: key.value.toLowerCase() }) : void 0;
}
function literalKey(text2, { value, span }, found2) {
  return span && { key: value, span, ...found2, text: writtenLike(text2, span, found2.wanted) };
}
function isText2(node) {
  return node?.kind === "literal" && node.type === "string";
}

// packages/policy-lint/src/rules/expression/header-case.ts
var header_case_default = defineRule({
  severity: "warning",
  fix: "safe",
  docs: {
    what: "The name of a header is not written in the letters that the map or function knows it by.",
    wrong: `{ "inbound": [ { "name": "no token", "expressions": ["!('Authorization' in req.headers)"], "actions": [ { "type": "deny" } ] } ] }`,
    right: `{ "inbound": [ { "name": "no token", "expressions": ["!('authorization' in req.headers)"], "actions": [ { "type": "deny" } ] } ] }`,
    why: "The keys of `req.headers` are in lower case, whatever the client sends, so a key with a capital letter is never there. Functions such as `getReqHeader` are documented with the canonical form of the name, a capital letter at the beginning and after each hyphen."
  },
  visit: {
    expression(node, report) {
      for (const { key, span, holder, form, text: text2 } of headerKeys(node)) {
        report({
          ...node.at(span),
          message: form === "lower-case" ? `${holder} has no key ${key}: its keys are in lower case.` : `${holder} may not find ${key}: it is documented with names in their canonical form.`,
          help: `Write ${text2}.`,
          fix: { title: `Write ${text2}`, safe: true, edits: editsOf(node, [{ span, text: text2 }]) }
        });
      }
    }
  }
});

// packages/policy-lint/src/rules/expression/host-scheme.ts
var host_scheme_default = defineRule({
  severity: "warning",
  fix: "unsafe",
  docs: {
    what: "A host is compared with a text that has a scheme, a path or a port.",
    wrong: `{ "inbound": [ { "expressions": ["req.host == 'https://example.com'"], "actions": [ { "type": "deny" } ] } ] }`,
    right: `{ "inbound": [ { "expressions": ["req.host == 'example.com'"], "actions": [ { "type": "deny" } ] } ] }`,
    why: "A host is a name or an address, so the comparison never fits. `req.host` is the one that can have a port, as the header `host` has it. The fix changes what the rule matches; look at it before."
  },
  visit: {
    expression(node, report) {
      for (const { variable, comparison: comparison3, literal } of comparedTexts(node)) {
        const { form, name } = variable;
        if (form !== "host" && form !== "host-and-port") continue;
        const { value } = literal;
        const part2 = partBeside(value, form === "host" && toTheEnd.has(comparison3));
        if (part2 === void 0) continue;
        const host = hostIn(value, form);
        report({
          ...node.at(literal.span),
          message: `${name} never has ${part2}, and '${value}' does.`,
          help: host === void 0 ? "Compare it with a host." : `Write '${host}'.`,
          // That the port is left out is likely, but not documented.
          ...part2 === "a port" && { atMost: "info" },
          ...host !== void 0 && wholeValue2.has(comparison3) && { fix: writeInstead(node, literal, host) }
        });
      }
    }
  }
});
var wholeValue2 = /* @__PURE__ */ new Set(["==", "!=", "in"]);
var toTheEnd = /* @__PURE__ */ new Set(["==", "!=", "in", "endsWith"]);
var port = /^(\[[^\]]*\]|[^:]*):\d+$/;
function partBeside(text2, withoutPort) {
  if (text2.includes("://")) return "a scheme";
  if (text2.includes("/")) return "a path";
  return withoutPort && port.test(text2) ? "a port" : void 0;
}
function hostIn(text2, form) {
  const [, authority = ""] = /^(?:[a-z][a-z\d+.-]*:\/\/)?([^/]*)/i.exec(text2) ?? [];
  const host = form === "host" ? port.exec(authority)?.[1] ?? authority : authority;
  return host === "" ? void 0 : host;
}

// packages/policy-lint/src/analysis/logic/subjects-of.ts
function subjectsOf(formula) {
  const subjects = /* @__PURE__ */ new Set();
  collect(formula);
  return subjects;
  function collect(part2) {
    switch (part2.kind) {
      case "flag":
        subjects.add(part2.key);
        break;
      case "comparison":
        subjects.add(part2.term.key);
        break;
      case "not":
        collect(part2.of);
        break;
      case "all":
      case "any":
        part2.parts.forEach(collect);
        break;
      case "choice":
        [part2.condition, part2.whenTrue, part2.whenFalse].forEach(collect);
        break;
      case "constant":
      case "unknown":
        break;
    }
  }
}

// packages/policy-lint/src/analysis/logic/implied.ts
var mostCompared = 20;
function implied({ operator, operands: operands2 }) {
  const groups = groupBySubject(operands2);
  if (operands2.length < 2 || [...groups.values()].every(({ length }) => length < 2)) return [];
  if (operator === "&&" && areContradictory(operands2.map(({ formula }) => formula))) return [];
  const found2 = /* @__PURE__ */ new Map();
  for (const operand of operands2.toReversed()) {
    if (isConstant(operand)) continue;
    const reason = neighbours(operand, groups).find(
      (other) => !found2.has(other) && !isConstant(other) && other.canonicalText !== operand.canonicalText && addsNothing(operand.formula, other.formula, operator)
    );
    if (reason !== void 0) found2.set(operand, reason);
  }
  return [...found2].map(([operand, reason]) => ({ operand, reason }));
}
function isConstant({ formula }) {
  return isNeverTrue(formula) || isNeverFalse(formula);
}
function groupBySubject(operands2) {
  const groups = /* @__PURE__ */ new Map();
  for (const operand of operands2) {
    for (const subject of subjectsOf(operand.formula)) {
      const group = groups.get(subject);
      if (group === void 0) groups.set(subject, [operand]);
      else group.push(operand);
    }
  }
  return groups;
}
function neighbours(operand, groups) {
  const found2 = /* @__PURE__ */ new Set();
  for (const subject of subjectsOf(operand.formula)) {
    for (const other of groups.get(subject)?.slice(0, mostCompared) ?? []) found2.add(other);
  }
  found2.delete(operand);
  return [...found2].slice(0, mostCompared);
}

// packages/policy-lint/src/rules/expression/implied.ts
var implied_default = defineRule({
  severity: "info",
  strict: "warning",
  docs: {
    what: "A condition follows from another one of the rule, or makes no difference beside its neighbour in `&&` or `||`.",
    wrong: `{ "outbound": [ { "expressions": ["res.status_code >= 400", "res.status_code >= 500"], "actions": [ { "type": "log", "config": { "metadata": { "event": "failed" } } } ] } ] }`,
    right: `{ "outbound": [ { "expressions": ["res.status_code >= 400", "res.status_code < 500"], "actions": [ { "type": "log", "config": { "metadata": { "event": "failed" } } } ] } ] }`,
    why: "A condition that makes no difference is often a slip: a wrong number, or the wrong operator."
  },
  visit: {
    rule(node, report) {
      const operands2 = conjunctionOf(node);
      for (const found2 of implied({ operator: "&&", operands: operands2 })) report(findingOf3(found2, "&&"));
    },
    expression(node, report) {
      for (const chain of chainsOf(node)) {
        for (const found2 of implied(chain)) report(findingOf3(found2, chain.operator));
      }
    }
  }
});
function findingOf3({ operand, reason }, operator) {
  return {
    ...operand.place,
    message: operator === "&&" ? `${operand.text} is true whenever ${reason.text} is.` : `${reason.text} is true whenever ${operand.text} is.`,
    help: "One of them is enough; correct it if something else was meant.",
    related: [{ message: "This makes it needless.", ...reason.place }]
  };
}

// packages/policy-lint/src/analysis/expression/list-comparison.ts
function listComparison({ tree, checked: checked3 }, error2) {
  const { operator } = error2.args;
  if (error2.code !== "no-such-operator" || tree === void 0) return void 0;
  if (operator !== "==" && operator !== "!=") return void 0;
  for (const { node } of partsOf(tree)) {
    if (node.span !== error2.span || node.kind !== "binary") continue;
    for (const [list2, text2] of [
      [node.left, node.right],
      [node.right, node.left]
    ]) {
      const type2 = checked3?.types.get(list2);
      const isOfTexts = type2?.kind === "list" && type2.element.kind === "string";
      if (isOfTexts && checked3?.types.get(text2)?.kind === "string") return { node, list: list2, text: text2 };
    }
  }
  return void 0;
}

// packages/policy-lint/src/rules/expression/list-equals-text.ts
var list_equals_text_default = defineRule({
  severity: "error",
  fix: "unsafe",
  docs: {
    what: "A list of texts, such as the values of a header, is compared with a text.",
    wrong: `{ "inbound": [ { "name": "old clients", "expressions": ["getReqHeader('X-Client') == 'old'"], "actions": [ { "type": "deny" } ] } ] }`,
    right: `{ "inbound": [ { "name": "old clients", "expressions": ["'old' in getReqHeader('X-Client')"], "actions": [ { "type": "deny" } ] } ] }`,
    why: "A header can stand in a request more than once, so its value is a list, and so are the values of a query parameter. CEL does not compare a list with a text: the service refuses the policy."
  },
  visit: {
    expression(node, report) {
      for (const error2 of node.checked?.errors ?? []) {
        const comparison3 = listComparison(node, error2);
        const span = comparison3?.node.span;
        if (comparison3 === void 0 || span === void 0) continue;
        const list2 = writtenOperand(node.text, comparison3.list);
        const isIn = `${writtenOperand(node.text, comparison3.text)} in ${list2}`;
        const text2 = comparison3.node.operator === "==" ? isIn : `!(${isIn})`;
        report({
          ...node.at(span),
          message: `${list2} is a list, and a list never equals a text.`,
          help: `Write ${text2}.`,
          // Not safe: a policy that was refused starts to work, and that one of the values is this
          // text is only the likeliest of what can be meant: all of them could be, or the first.
          fix: { title: `Write ${text2}`, safe: false, edits: editsOf(node, [{ span, text: text2 }]) }
        });
      }
    }
  }
});

// packages/policy-lint/src/rules/expression/method-case.ts
var method_case_default = defineRule({
  severity: "warning",
  fix: "unsafe",
  docs: {
    what: "An HTTP method is not written in upper case.",
    wrong: `{ "inbound": [ { "expressions": ["req.method == 'post'"], "actions": [ { "type": "deny" } ] } ] }`,
    right: `{ "inbound": [ { "expressions": ["req.method == 'POST'"], "actions": [ { "type": "deny" } ] } ] }`,
    why: "Methods are case-sensitive and clients send them in upper case, so the comparison with another spelling never fits. The fix changes what the rule matches; look at it before."
  },
  visit: {
    expression(node, report) {
      for (const { variable, comparison: comparison3, literal } of comparedTexts(node)) {
        const method = literal.value.toUpperCase();
        if (variable.form !== "method" || method === literal.value) continue;
        if (!wholeValue3.has(comparison3) || !httpMethods.has(method)) continue;
        report({
          ...node.at(literal.span),
          message: `${variable.name} is never '${literal.value}': methods are in upper case.`,
          help: `Write '${method}'.`,
          fix: writeInstead(node, literal, method)
        });
      }
    }
  }
});
var wholeValue3 = /* @__PURE__ */ new Set(["==", "!=", "in"]);

// packages/policy-lint/src/analysis/expression/earlier-bool.ts
function isCallOfEarlierBool({ tree, place }, span) {
  if (tree === void 0 || span === void 0) return false;
  for (const { node } of partsOf(tree)) {
    if (node.span !== span || node.kind !== "call") continue;
    return place.dialect.functions.get(node.name)?.earlierReturns === "bool";
  }
  return false;
}

// packages/policy-lint/src/rules/expression/not-boolean.ts
var not_boolean_default = defineRule({
  severity: "error",
  docs: {
    what: "A condition is neither true nor false.",
    wrong: `{ "inbound": [ { "name": "signed in", "expressions": ["getReqHeader('Authorization')"], "actions": [ { "type": "deny" } ] } ] }`,
    right: `{ "inbound": [ { "name": "signed in", "expressions": ["hasReqHeader('Authorization')"], "actions": [ { "type": "deny" } ] } ] }`,
    why: "CEL does not take a text, number or list for true because it is there: the expressions of a rule have to be of the type bool."
  },
  visit: {
    expression(node, report) {
      const { tree, checked: checked3, role } = node;
      if (role !== "condition" || tree === void 0 || checked3 === void 0) return;
      if (["bool", "dyn", "free"].includes(checked3.type.kind)) return;
      if (checked3.errors.some(({ code }) => !/^(unavailable|invalid)-/.test(code))) return;
      report({
        ...node.at(tree.span),
        message: `The condition gives ${typeText(checked3.type)}, which is neither true nor false.`,
        help: helpFor4(tree, checked3.type, writtenOperand(node.text, tree)),
        ...isCallOfEarlierBool(node, tree.span) && { atMost: "warning" }
      });
    }
  }
});
function helpFor4(tree, type2, written) {
  if (tree.kind === "literal" && tree.type === "string") {
    return "Remove the quotes when they stand around the whole condition.";
  }
  switch (type2.kind) {
    case "list":
    case "map":
      return `Write size(${written}) > 0 to ask whether it holds anything.`;
    case "string":
      return `Compare it with a text: ${written} != ''.`;
    case "int":
      return `Compare it with a number: ${written} != 0.`;
    case "record":
      return "Compare one of its fields with something.";
    default:
      return "Compare it with something.";
  }
}

// packages/policy-lint/src/rules/expression/path-slash.ts
var path_slash_default = defineRule({
  severity: "warning",
  fix: "unsafe",
  docs: {
    what: "The path of the URL is compared with a text that does not begin with `/`.",
    wrong: `{ "inbound": [ { "expressions": ["req.url.path.startsWith('admin/')"], "actions": [ { "type": "deny" } ] } ] }`,
    right: `{ "inbound": [ { "expressions": ["req.url.path.startsWith('/admin/')"], "actions": [ { "type": "deny" } ] } ] }`,
    why: "A path begins with `/`, so the comparison never fits. To look for something anywhere in the path, use `contains`. The fix changes what the rule matches; look at it before."
  },
  visit: {
    expression(node, report) {
      for (const { variable, comparison: comparison3, literal } of comparedTexts(node)) {
        if (variable.form !== "path" || !fromTheStart.has(comparison3)) continue;
        if (/^($|\/|\*$)/.test(literal.value)) continue;
        const isUrl = /^[a-z]+:\/\//i.test(literal.value);
        report({
          ...node.at(literal.span),
          message: `${variable.name} begins with /, and '${literal.value}' does not.`,
          help: isUrl ? "Compare the whole URL: req.url." : `Write '/${literal.value}'.`,
          ...isUrl ? {} : { fix: writeInstead(node, literal, `/${literal.value}`) }
        });
      }
    }
  }
});
var fromTheStart = /* @__PURE__ */ new Set(["==", "!=", "in", "startsWith"]);

// packages/policy-lint/src/analysis/expression/plain-pattern.ts
function plainPattern(pattern) {
  const [, begin = "", middle = "", end = ""] = /^(\^|\\A)?((?:[^\\]|\\[^])*?)(\$|\\z)?$/s.exec(pattern) ?? [];
  const value = literalValue(middle);
  if (value === void 0 || value === "" && (begin === "" || end === "")) return void 0;
  if (begin !== "" && end !== "") return { method: "==", value };
  return { method: begin !== "" ? "startsWith" : end !== "" ? "endsWith" : "contains", value };
}
function literalValue(pattern) {
  let value = "";
  if (pattern.includes("\uFFFD")) return void 0;
  for (const [part2] of pattern.matchAll(/\[[^\\\]^]\]|\\[^]|[^]/gu)) {
    if (/^\\[!-/:-@[-`{-~]$/.test(part2)) value += part2.slice(1);
    else if (part2.length > 1 && part2.startsWith("[")) value += part2.slice(1, -1);
    else if (/^[^\\.+*?()|[\]{}^$]$/u.test(part2)) value += part2;
    else return void 0;
  }
  return value;
}

// packages/policy-lint/src/rules/expression/plain-regular-expression.ts
var plain_regular_expression_default = defineRule({
  severity: "info",
  strict: "warning",
  fix: "safe",
  docs: {
    what: "A regular expression is a plain text, perhaps with anchors, so another method says the same.",
    wrong: `{ "inbound": [ { "name": "api", "expressions": ["req.url.path.matches('^/api/')"], "actions": [ { "type": "deny" } ] } ] }`,
    right: `{ "inbound": [ { "name": "api", "expressions": ["req.url.path.startsWith('/api/')"], "actions": [ { "type": "deny" } ] } ] }`,
    why: "`startsWith`, `endsWith`, `contains` and `==` say at a glance what is asked, need no escapes, and are quicker."
  },
  visit: {
    expression(node, report) {
      const { checked: checked3, text: text2 } = node;
      if (checked3 === void 0 || checked3.errors.length > 0) return;
      for (const { literal, call, parent } of formattedLiterals(node, "regular-expression")) {
        const plain = plainPattern(literal.value);
        const target = patternTarget(call);
        if (plain === void 0 || target === void 0 || call.span === void 0) continue;
        if (checked3.types.get(target)?.kind !== "string") continue;
        if (variableOf2(node, target)?.form === "ip-address") continue;
        const value = writtenLike(text2, literal.span, plain.value);
        const operand = writtenOperand(text2, target);
        const comparison3 = `${operand} == ${value}`;
        const isApart = parent === void 0 || ["list", "map", "call"].includes(parent.kind);
        const isJoined = parent?.kind === "binary" && /^(&&|\|\|)$/.test(parent.operator);
        const written = plain.method !== "==" ? `${operand}.${plain.method}(${value})` : isApart || isJoined ? comparison3 : `(${comparison3})`;
        report({
          ...node.at(call.span),
          message: `No regular expression is needed for ${literal.value}.`,
          help: `Write ${written}.`,
          fix: {
            title: `Write ${written}`,
            safe: true,
            edits: editsOf(node, [{ span: call.span, text: written }])
          }
        });
      }
    }
  }
});

// packages/policy-lint/src/rules/expression/regular-expression.ts
var regular_expression_default2 = defineRule({
  severity: "error",
  docs: {
    what: "The pattern of `matches` is not a regular expression of RE2.",
    wrong: `{ "inbound": [ { "name": "Versions", "expressions": ["req.url.path.matches('^/v[0-9/')"], "actions": [ { "type": "deny" } ] } ] }`,
    right: `{ "inbound": [ { "name": "Versions", "expressions": ["req.url.path.matches('^/v[0-9]/')"], "actions": [ { "type": "deny" } ] } ] }`,
    why: "The service matches with RE2, which has no look-around and no back-references. An expression with another pattern fails."
  },
  visit: {
    expression(node, report) {
      for (const error2 of node.checked?.errors ?? []) {
        if (error2.code === "invalid-regular-expression")
          report({ ...node.at(error2.span), ...describeCheckError(error2) });
      }
    }
  }
});

// packages/policy-lint/src/analysis/expression/earlier-name.ts
function earlierNames(node) {
  const unavailable = new Set(
    node.checked?.errors.flatMap(({ code, span }) => code === "unavailable-here" ? [span] : [])
  );
  const uses = (node.checked?.variables ?? []).flatMap(({ definition, span }) => {
    const { renamedTo, outdated } = definition;
    if (span === void 0 || unavailable.has(span)) return [];
    if (renamedTo === void 0 && outdated === void 0) return [];
    const today = variables2(node).find(({ name }) => name === renamedTo);
    const earlier = earlierName(definition, today, withoutDot(node.text, span));
    const unsure = earlier.unsure.filter((sentence) => !isOfNamespace(node, definition, sentence));
    return [{ ...earlier, unsure }];
  });
  return [...uses, ...earlierFields(node)];
}
function earlierFields({ tree, checked: checked3, place }) {
  if (tree === void 0 || checked3 === void 0) return [];
  return partsOf(tree).flatMap(({ node }) => {
    const type2 = node.kind === "select" ? checked3.types.get(node.operand) : void 0;
    if (node.kind !== "select" || node.fieldSpan === void 0 || type2?.kind !== "record")
      return [];
    const fields = place.dialect.records.get(type2.name)?.fields ?? [];
    const field = fields.find(({ name }) => name === node.field);
    if (field?.renamedTo === void 0) return [];
    const today = fields.find(({ name }) => name === field.renamedTo);
    return [earlierName(field, today, node.fieldSpan)];
  });
}
function earlierName(old, today, span) {
  return {
    name: old.name,
    span,
    type: old.type,
    ...today && { today: { name: today.name, type: today.type } },
    unsure: (old.unsure ?? []).filter((sentence) => today?.unsure?.includes(sentence) !== true)
  };
}
function variables2({ place }) {
  return place.dialect.namespaces.flatMap((namespace) => namespace.variables);
}
function isOfNamespace({ place }, { name }, sentence) {
  const namespace = place.dialect.namespaces.find((one) => name.startsWith(`${one.name}.`));
  return (namespace?.variables ?? []).every(({ unsure }) => unsure?.includes(sentence));
}
function withoutDot(text2, { start, end }) {
  return { start: text2[start] === "." ? start + 1 : start, end };
}

// packages/policy-lint/src/analysis/expression/renaming.ts
function renaming(node, earlier) {
  const { today, span, type: type2, unsure } = earlier;
  if (today === void 0) return void 0;
  const replacements = [
    { span, text: today.name },
    ...type2 === "string" && today.type === "int" ? numbersBeside(node, span.end) : []
  ];
  const after2 = checkReplaced(node, replacements);
  if (after2 === void 0 || after2.errors.length > (node.checked?.errors.length ?? 0)) {
    return void 0;
  }
  return { replacements, safe: unsure.length === 0 && parseType(type2) === parseType(today.type) };
}
function numbersBeside({ tree }, end) {
  if (tree === void 0) return [];
  for (const { node, parent } of partsOf(tree)) {
    if (node.span?.end !== end || parent?.kind !== "binary") continue;
    const other = parent.left === node ? parent.right : parent.left;
    const literals = other.kind === "list" ? other.elements : [other];
    return literals.flatMap(
      (literal) => isNumber2(literal) && literal.span ? [{ span: literal.span, text: literal.value }] : []
    );
  }
  return [];
}
function isNumber2(node) {
  return node.kind === "literal" && node.type === "string" && /^[1-9]\d{0,8}$/.test(node.value);
}

// packages/policy-lint/src/rules/expression/renamed-variable.ts
var renamed_variable_default = defineRule({
  severity: "warning",
  fix: "safe",
  docs: {
    what: "A variable or field has a name of an earlier era of the service.",
    wrong: `{ "inbound": [ { "name": "readers", "expressions": ["req.Method == 'GET'"], "actions": [ { "type": "deny" } ] } ] }`,
    right: `{ "inbound": [ { "name": "readers", "expressions": ["req.method == 'GET'"], "actions": [ { "type": "deny" } ] } ] }`,
    why: "The service has renamed its variables twice. Today's documentation does not list the earlier names, so nobody can tell how long they will work. The fix is safe where the new name is known to mean the same; a map that became a list, or a text that became a number, has to be looked at."
  },
  visit: {
    expression(node, report) {
      for (const earlier of earlierNames(node)) {
        const { name, span, today, unsure } = earlier;
        const change = renaming(node, earlier);
        report({
          ...node.at(span),
          message: today === void 0 ? `The documentation of today lists no variable ${name}.` : `${name} is the earlier name of ${today.name}.`,
          help: [
            today === void 0 ? "No other variable is known to have taken its place; try whether it still works." : `Write ${today.name}.`,
            ...unsure
          ].join(" "),
          ...today && change && {
            fix: {
              title: `Write ${today.name}`,
              safe: change.safe,
              edits: editsOf(node, change.replacements)
            }
          }
        });
      }
    }
  }
});

// packages/policy-lint/src/rules/expression/syntax.ts
var syntax_default2 = defineRule({
  severity: "error",
  docs: {
    what: "An expression is not CEL (Common Expression Language).",
    wrong: `{ "inbound": [ { "expressions": ["conn.client_ip == '110.0.0.1"], "actions": [ { "type": "deny" } ] } ] }`,
    right: `{ "inbound": [ { "expressions": ["conn.client_ip == '110.0.0.1'"], "actions": [ { "type": "deny" } ] } ] }`,
    why: "The service compiles the expressions when a policy is stored and refuses the policy when one of them cannot be parsed."
  },
  visit: {
    expression(node, report) {
      const { parsed: parsed2 } = node;
      if (parsed2.ok) return;
      report({ ...node.at(parsed2.error.span), ...describeSyntaxError(parsed2.error) });
    }
  }
});

// packages/policy-lint/src/rules/expression/timestamp.ts
var timestamp_default = defineRule({
  severity: "error",
  fix: "unsafe",
  docs: {
    what: "The text of a `timestamp` is not a point in time.",
    wrong: `{ "inbound": [ { "name": "Since January", "expressions": ["conn.ts.start > timestamp('2024-01-31')"], "actions": [ { "type": "deny" } ] } ] }`,
    right: `{ "inbound": [ { "name": "Since January", "expressions": ["conn.ts.start > timestamp('2024-01-31T00:00:00Z')"], "actions": [ { "type": "deny" } ] } ] }`,
    why: "CEL reads points in time as RFC 3339 writes them, with time and zone. An expression with another text fails."
  },
  visit: {
    expression(node, report) {
      for (const error2 of node.checked?.errors ?? []) {
        if (error2.code !== "invalid-timestamp") continue;
        const fix = literalFix(node, error2, completed(error2.args["value"] ?? ""));
        report({ ...node.at(error2.span), ...describeCheckError(error2), ...fix && { fix } });
      }
    }
  }
});
function completed(text2) {
  const [, day, time2] = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d)?))?$/.exec(text2) ?? [];
  if (day === void 0) return void 0;
  return `${day}T${(time2 ?? "00:00").padEnd("00:00:00".length, ":00")}Z`;
}

// packages/policy-lint/src/rules/expression/type.ts
var codes = /* @__PURE__ */ new Set([
  "no-such-operator",
  "wrong-argument-types",
  "wrong-argument-count",
  "not-a-boolean-operand",
  "not-indexable",
  "wrong-key-type",
  "macro-misuse"
]);
var type_default = defineRule({
  severity: "error",
  docs: {
    what: "An operator, function or method is used with values that it does not take.",
    wrong: `{ "inbound": [ { "name": "large bodies", "expressions": ["req.content_length > '1000'"], "actions": [ { "type": "deny" } ] } ] }`,
    right: `{ "inbound": [ { "name": "large bodies", "expressions": ["req.content_length > 1000"], "actions": [ { "type": "deny" } ] } ] }`,
    why: "CEL does not convert values: the service compiles the expressions when a policy is stored, and refuses the policy when the types do not fit."
  },
  visit: {
    expression(node, report) {
      for (const error2 of node.checked?.errors ?? []) {
        if (!codes.has(error2.code) || listComparison(node, error2) !== void 0) continue;
        report({
          ...node.at(error2.span),
          ...describeCheckError(error2),
          ...isCallOfEarlierBool(node, error2.span) && { atMost: "warning" }
        });
      }
    }
  }
});

// packages/policy-lint/src/rules/expression/unavailable.ts
var unavailable_default2 = defineRule({
  severity: "error",
  docs: {
    what: "An expression uses what does not exist in this direction, or for what the policy is for.",
    wrong: `{ "inbound": [ { "name": "readers", "expressions": ["req.method == 'GET'"], "actions": [ { "type": "deny" } ] } ] }`,
    right: `{ "inbound": [ { "name": "one client", "expressions": ["conn.client_ip == '192.0.2.1'"], "actions": [ { "type": "deny" } ] } ] }`,
    why: "A TCP edge knows nothing of HTTP, and before the upstream has answered there is no response. Where the documentation of the service leaves that open, the finding is a warning. What depends on the protocol is only told when the protocol is known.",
    protocol: "tcp"
  },
  visit: {
    expression(node, report) {
      for (const error2 of node.checked?.errors ?? []) {
        if (error2.code !== "unavailable-here") continue;
        report({
          ...node.at(error2.span),
          ...describeCheckError(error2),
          ...error2.unsure && { atMost: "warning" }
        });
      }
    }
  }
});

// packages/policy-lint/src/analysis/expression/domain-dots.ts
var label = "[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?";
var dot2 = String.raw`(?:\\.|\[\.\]|\.)`;
var before = String.raw`(?<=^|\^|\/|\||\(|\(\?:|\.\*|\.\+|${dot2}|\?|\(\?i\))`;
var after = String.raw`(?=$|\$|\/|:|\||\)|\(|\\)`;
var nameWithEnding = new RegExp(
  `${before}(?:${label}${dot2})+(?:com|edu|gov|io|net|org)${after}`,
  "g"
);
var nothingButName = new RegExp(
  String.raw`^((?:\(\?i\))?\^?(?:https\?:\/\/)?)((?:${label}${dot2})+${label})(?::\d+)?\$$`
);
var longest2 = 1e3;
function domainDots(pattern, isHost) {
  if (pattern.length > longest2) return [];
  const [, prefix = "", whole] = isHost && nothingButName.exec(pattern) || [];
  const names2 = whole === void 0 ? [...pattern.matchAll(nameWithEnding)].map((match) => ({ name: match[0], at: match.index })) : [{ name: whole, at: prefix.length }];
  return names2.flatMap(
    ({ name, at: at2 }) => [...name.matchAll(/\\\.|\[\.\]|\./g)].filter(([found2]) => found2 === ".").map((match) => ({ start: at2 + match.index, end: at2 + match.index + 1 }))
  );
}

// packages/policy-lint/src/rules/expression/unescaped-dot.ts
var unescaped_dot_default = defineRule({
  severity: "warning",
  fix: "unsafe",
  docs: {
    what: "In a regular expression, a dot in the name of a domain matches any character.",
    wrong: `{ "inbound": [ { "name": "own hosts", "expressions": ["req.host.matches('^(www|api).example.com$')"], "actions": [ { "type": "deny" } ] } ] }`,
    right: `{ "inbound": [ { "name": "own hosts", "expressions": ["req.host.matches('^(www|api)[.]example[.]com$')"], "actions": [ { "type": "deny" } ] } ] }`,
    why: "A dot stands for any character, so `example.com` also matches `example-com.attacker.net`. Only patterns that are surely about a domain are reported: a name with a well-known ending, or nothing but a name up to the end of a host."
  },
  visit: {
    expression(node, report) {
      for (const { literal, call } of formattedLiterals(node, "regular-expression")) {
        const { span, value } = literal;
        const target = patternTarget(call);
        const form = target && variableOf2(node, target)?.form;
        const dots = domainDots(value, form === "host" || form === "host-and-port");
        if (span === void 0) continue;
        const places = dots.map((dot3) => placeInLiteral(node.text, span, dot3));
        const [first] = places;
        if (first === void 0) continue;
        report({
          ...node.at(first),
          message: `This dot in ${value} matches any character.`,
          help: "Write [.] for a dot and nothing else.",
          fix: {
            title: "Write [.]",
            // What else the pattern matched is probably not meant, but nobody can tell.
            safe: false,
            edits: editsOf(
              node,
              places.map((place) => ({ span: place, text: "[.]" }))
            )
          }
        });
      }
    }
  }
});

// packages/policy-lint/src/rules/expression/unguarded-access.ts
var unguarded_access_default = defineRule({
  severity: "warning",
  docs: {
    what: "An expression takes an entry of a map, or an item of a list, that may not be there.",
    wrong: `{ "inbound": [ { "name": "testers", "expressions": ["req.headers['x-tester'][0] == 'yes'"], "actions": [ { "type": "deny" } ] } ] }`,
    right: `{ "inbound": [ { "name": "testers", "expressions": ["'x-tester' in req.headers", "req.headers['x-tester'][0] == 'yes'"], "actions": [ { "type": "deny" } ] } ] }`,
    why: "A request does not have every header, cookie or parameter. An expression that asks for one that is not there fails, and with it the request. A guard may stand in the same expression or in another one of the rule."
  },
  visit: {
    expression(node, report) {
      const { tree, checked: checked3, given, role, place } = node;
      if (tree === void 0 || checked3 === void 0 || checked3.errors.length > 0) return;
      if (role === "value") return;
      const find = (conditions) => unguardedAccesses(tree, checked3.types, conditions, place.dialect);
      const accesses = find([]).length === 0 ? [] : find(given);
      if (accesses.length === 0) return;
      const nodes = new Set(accesses.map((access) => access.node));
      const misspelt = new Set(headerKeys(node).map((key) => key.span));
      const told = /* @__PURE__ */ new Set();
      for (const { node: access, span, guard } of accesses) {
        if (nodes.has(access.operand) || told.has(guard)) continue;
        if (access.kind === "index" && access.index.span && misspelt.has(access.index.span))
          continue;
        told.add(guard);
        const isMap = checked3.types.get(access.operand)?.kind === "map";
        report({
          ...node.at(span),
          message: `${printExpression(access)} fails when there is no such ${isMap ? "entry" : "item"}.`,
          help: `Add the condition ${guard}.`
        });
      }
    }
  }
});

// packages/policy-lint/src/analysis/expression/meant-name.ts
function nameReplacement(node, { code, span, args, suggestion }) {
  if (span === void 0 || node.tree === void 0) return void 0;
  const place = code === "unknown-variable" ? span : nameSpan(node.tree, span);
  const name = args["name"] ?? "";
  const text2 = suggestion ?? (/^[A-Z]{2,}$/.test(name) ? `'${name}'` : void 0);
  if (place === void 0 || text2 === void 0) return void 0;
  const replacement = { span: place, text: text2.replace(/\(\)$/, "") };
  const before2 = node.checked?.errors.length ?? 0;
  const after2 = checkReplaced(node, [replacement])?.errors.length ?? before2;
  return after2 < before2 ? replacement : void 0;
}
function nameSpan(tree, span) {
  for (const { node } of partsOf(tree)) {
    if (node.span !== span) continue;
    if (node.kind === "select") return node.fieldSpan;
    if (node.kind === "call") return node.nameSpan;
  }
  return void 0;
}

// packages/policy-lint/src/rules/expression/unknown-name.ts
var codes2 = /* @__PURE__ */ new Set([
  "unknown-variable",
  "unknown-function",
  "unknown-method",
  "unknown-field",
  "namespace-as-value"
]);
var unknown_name_default = defineRule({
  severity: "error",
  fix: "unsafe",
  docs: {
    what: "An expression uses a variable, function, method or field that does not exist.",
    wrong: `{ "inbound": [ { "name": "old browsers", "expressions": ["req.user_agent.includes('MSIE')"], "actions": [ { "type": "deny" } ] } ] }`,
    right: `{ "inbound": [ { "name": "old browsers", "expressions": ["req.user_agent.contains('MSIE')"], "actions": [ { "type": "deny" } ] } ] }`,
    why: "The service compiles the expressions when a policy is stored and refuses the policy when a name is not known. A name of another language or system gets a sentence that says what to write here."
  },
  visit: {
    expression(node, report) {
      for (const error2 of node.checked?.errors ?? []) {
        if (!codes2.has(error2.code) || isEnvironmentVariable(node)) continue;
        const replacement = nameReplacement(node, error2);
        const isEarliest = node.role === "interpolation" && /^\s*\./.test(node.text);
        report({
          ...node.at(error2.span),
          ...describeCheckError(error2),
          ...isEarliest && { atMost: "warning" },
          ...replacement && {
            fix: {
              title: `Write ${replacement.text}`,
              safe: false,
              edits: editsOf(node, [replacement])
            }
          }
        });
      }
    }
  }
});

// packages/policy-lint/src/analysis/flow/digest.ts
function digest(text2) {
  let one = 2166136261;
  let other = 2538058380;
  for (let index = 0; index < text2.length; index++) {
    const unit = text2.charCodeAt(index);
    one = mix(one ^ unit, 2246822507, 13);
    other = mix(other ^ unit, 3266489909, 16);
  }
  return String.fromCharCode(one >>> 16, one & 65535, other >>> 16, other & 65535);
}
function mix(value, factor, shift) {
  const product = Math.imul(value, factor);
  return product ^ product >>> shift;
}

// packages/policy-lint/src/analysis/flow/rule-key.ts
function ruleKey(rule) {
  const { conditions } = rule;
  if (!keys2.has(conditions)) keys2.set(conditions, makeKey(rule));
  return keys2.get(conditions);
}
var keys2 = /* @__PURE__ */ new WeakMap();
function makeKey(rule) {
  if (!isUnderstood(rule) || rule.actions.length === 0) return void 0;
  const conditions = new Set(conjunctionOf(rule).map(({ canonicalText: canonicalText2 }) => canonicalText2));
  const others = Object.entries(rule.value).filter(
    ([key]) => key !== "name" && key !== "expressions"
  );
  return digest(
    JSON.stringify([[...conditions].toSorted(), inKeyOrder(Object.fromEntries(others))])
  );
}
function inKeyOrder(value) {
  if (Array.isArray(value)) return value.map(inKeyOrder);
  if (!isJsonObject(value)) return value;
  return Object.keys(value).toSorted().map((key) => [key, inKeyOrder(value[key] ?? null)]);
}

// packages/policy-lint/src/analysis/flow/rule-title.ts
function ruleTitle({ name, index }) {
  return name === void 0 || name === "" ? `rule ${index + 1}` : `"${name}"`;
}

// packages/policy-lint/src/rules/flow/duplicate-rule.ts
var firstOnes = alongDirection(() => /* @__PURE__ */ new Map());
var duplicate_rule_default = defineRule({
  severity: "warning",
  fix: "unsafe",
  docs: {
    what: "A direction has the same rule twice, names aside.",
    wrong: `{ "inbound": [ { "name": "No PUT", "expressions": ["req.method == 'PUT'"], "actions": [ { "type": "deny" } ] }, { "name": "No DELETE", "expressions": ["req.method == 'PUT'"], "actions": [ { "type": "deny" } ] } ] }`,
    right: `{ "inbound": [ { "name": "No PUT", "expressions": ["req.method == 'PUT'"], "actions": [ { "type": "deny" } ] }, { "name": "No DELETE", "expressions": ["req.method == 'DELETE'"], "actions": [ { "type": "deny" } ] } ] }`,
    why: "The second rule does nothing that the first has not done, or it does it twice. Mostly it was copied and then forgotten. Removing it can change something when its actions add up, so look at the fix before."
  },
  visit: {
    rule(rule, report) {
      const known3 = firstOnes(rule);
      const key = ruleKey(rule);
      if (key === void 0) return;
      const first = known3.get(key);
      if (first === void 0) {
        known3.set(key, rule);
        return;
      }
      const { path } = rule;
      report({
        path,
        message: `This rule is the same as ${ruleTitle(first)}.`,
        help: "Remove it, or change what was meant to be different.",
        related: [{ message: "This is the first of them.", path: first.path }],
        fix: { title: "Remove the rule", safe: false, edits: [{ path, remove: true }] }
      });
    }
  }
});

// packages/policy-lint/src/analysis/flow/ends-processing.ts
function alwaysEnds(action) {
  const { definition, rule } = action;
  if (definition === void 0) return false;
  const { endsProcessing: ends, directions } = definition;
  const { protocol, direction } = rule.place;
  const places = protocol === void 0 ? Object.values(directions) : [directions[protocol]];
  if (!places.some((possible) => possible.includes(direction))) return false;
  if (typeof ends === "string") return ends === "always";
  if (ends.unless === void 0) return false;
  return Object.entries(ends.unless).every(([field, value]) => {
    const written = action.field(field);
    return written !== value && !(typeof written === "string" && written.includes("${"));
  });
}
function endingAction({ actions: actions2 }) {
  return actions2.find(alwaysEnds);
}

// packages/policy-lint/src/analysis/flow/rewrites.ts
function urlRewrites(rule) {
  if (endingAction(rule) !== void 0) return [];
  return rule.actions.flatMap((action) => {
    const { rewrite, changes = [] } = action.definition ?? {};
    if (rewrite === void 0 || changes.length === 0) return [];
    const texts3 = [action.field(rewrite.from), action.field(rewrite.to)].filter(isPlainPath);
    return texts3.length === 0 ? [] : [{ rule, path: action.path, texts: texts3 }];
  });
}
function isPlainPath(text2) {
  return typeof text2 === "string" && /^[\w/.-]*\/[\w/.-]*$/.test(text2) && text2 !== "/";
}

// packages/policy-lint/src/rules/flow/rewrite-before-path.ts
var rewritesBefore = alongDirection(() => []);
var rewrite_before_path_default = defineRule({
  severity: "info",
  docs: {
    what: "A condition asks for a path that an earlier rule rewrites.",
    wrong: `{ "inbound": [ { "actions": [ { "type": "url-rewrite", "config": { "from": "/v1/", "to": "/v2/" } } ] }, { "expressions": ["req.url.path.startsWith('/v1/')"], "actions": [ { "type": "deny" } ] } ] }`,
    right: `{ "inbound": [ { "expressions": ["req.url.path.startsWith('/v1/')"], "actions": [ { "type": "deny" } ] }, { "actions": [ { "type": "url-rewrite", "config": { "from": "/v1/", "to": "/v2/" } } ] } ] }`,
    why: "Whether the rules after a rewrite see the path as the client sent it or as it was rewritten is not documented. In the other order there is no question."
  },
  visit: {
    rule(rule, report) {
      const earlier = rewritesBefore(rule);
      for (const condition of earlier.length === 0 ? [] : rule.conditions) {
        for (const { variable, literal } of comparedTexts(condition)) {
          const found2 = variable.form === "path" && earlier.find(({ texts: texts3 }) => texts3.some((text2) => literal.value.includes(text2)));
          if (!found2) continue;
          report({
            ...condition.at(literal.span),
            message: `${variable.name} is rewritten by ${ruleTitle(found2.rule)}; whether this rule sees the old path or the new one is not documented.`,
            help: "Put this rule before the one that rewrites.",
            related: [{ message: "The path is rewritten here.", path: found2.path }]
          });
        }
      }
      if (earlier.length < mostRewrites) earlier.push(...urlRewrites(rule));
    }
  }
});
var mostRewrites = 50;

// packages/policy-lint/src/analysis/flow/changes.ts
var Changes = class {
  #lastOf = /* @__PURE__ */ new Map();
  /** The last rule with an action that may change anything. */
  #lastOfAll = -1;
  /** Takes note of a rule that later rules may run after. */
  add(rule) {
    if (endingAction(rule) !== void 0) return;
    for (const { definition } of rule.actions) {
      if (definition?.changes === void 0) this.#lastOfAll = rule.index;
      else for (const namespace of definition.changes) this.#lastOf.set(namespace, rule.index);
    }
  }
  /** Whether all of the namespaces are as they were when a rule was gone through. */
  hasNoneSince(index, namespaces2) {
    if (this.#lastOfAll > index) return false;
    return [...namespaces2].every((namespace) => (this.#lastOf.get(namespace) ?? -1) <= index);
  }
};

// packages/policy-lint/src/analysis/flow/lookup-keys.ts
function storageKeys(formula) {
  switch (formula.kind) {
    case "constant":
    case "unknown":
      return void 0;
    case "flag":
      return [`${formula.key} is true`];
    case "not":
      return formula.of.kind === "flag" ? [`${formula.of.key} is false`] : otherKeys(formula);
    case "comparison":
      return comparisonKeys(formula) ?? otherKeys(formula);
    case "any":
      return allOf(formula.parts.map(storageKeys));
    default:
      return otherKeys(formula);
  }
}
function allOf(keys3) {
  return keys3.includes(void 0) ? void 0 : keys3.flatMap((some) => some ?? []);
}
function comparisonKeys({ term, test }) {
  if (test.kind === "one-of")
    return [...test.constants.keys()].map((key) => valueKey(term.key, key));
  if (test.kind === "text" && test.method === "startsWith") return [prefixKey(term.key, test.text)];
  return void 0;
}
function lookupKeys(formula) {
  return [...exactKeys(formula), ...otherKeys(formula)];
}
function exactKeys(formula) {
  switch (formula.kind) {
    case "flag":
      return [`${formula.key} is true`];
    case "not":
      return formula.of.kind === "flag" ? [`${formula.of.key} is false`] : [];
    case "all":
      return formula.parts.flatMap(exactKeys);
    case "any":
      return formula.parts.slice(0, 1).flatMap(exactKeys);
    case "comparison":
      return comparedKeys(formula);
    default:
      return [];
  }
}
function comparedKeys({ term, test }) {
  if (test.kind === "order") return [];
  if (test.kind === "text") {
    return test.method === "startsWith" ? prefixKeys(term.key, test.text) : [];
  }
  const [first] = test.constants.values();
  if (first === void 0) return [];
  const prefixes2 = first.kind === "text" ? prefixKeys(term.key, first.value) : [];
  return [valueKey(term.key, keyOf2(first)), ...prefixes2];
}
var longestPrefix = 200;
function prefixKeys(term, text2) {
  const start = text2.slice(0, longestPrefix);
  return Array.from({ length: start.length + 1 }, (_, end) => prefixKey(term, start.slice(0, end)));
}
function valueKey(term, value) {
  return `${term} is ${value}`;
}
function prefixKey(term, prefix) {
  return `${term} begins with ${prefix}`;
}
function otherKeys(formula) {
  return [...subjectsOf(formula)].map((subject) => `${subject} otherwise`);
}

// packages/policy-lint/src/analysis/flow/namespaces-read.ts
function namespacesRead(expression) {
  const logic = logicOf(expression);
  if (logic === void 0) return /* @__PURE__ */ new Set();
  const { tree, known: known3 } = logic;
  const names2 = [...known3.variables.values()].map(({ name }) => name);
  return new Set(
    [...names2, ...readByCalls(tree, known3)].map((name) => name.split(".", 1)[0] ?? "")
  );
}
function readByCalls(node, known3) {
  const own = node.kind === "call" ? functionOf(node, known3)?.reads ?? [] : [];
  return [...own, ...childrenOf(node).flatMap((child) => readByCalls(child, known3))];
}

// packages/policy-lint/src/analysis/flow/ending-rules.ts
var mostOfKey = 4;
var mostCompared2 = 16;
var EndingRules = class {
  #byKey = /* @__PURE__ */ new Map();
  add(rule) {
    const parts = conjunctionOf(rule).map(({ formula }) => formula);
    const keys3 = parts.map(storageKeys);
    if (keys3.includes(void 0)) return;
    const best = keys3.toSorted((one, other) => this.#crowd(one) - this.#crowd(other))[0] ?? [];
    const entry = {
      rule,
      key: ruleKey(rule),
      formula: { kind: "all", parts },
      reads: new Set(rule.conditions.flatMap((condition) => [...namespacesRead(condition)]))
    };
    for (const key of best)
      this.#byKey.set(key, [...this.#byKey.get(key) ?? [], entry].slice(-mostOfKey));
  }
  /** A rule that takes all requests that another one, which comes later, matches. */
  shadowing(rule, changes) {
    const given = conjunctionOf(rule).map(({ formula }) => formula);
    const candidates = /* @__PURE__ */ new Set();
    for (const key of given.flatMap(lookupKeys)) {
      for (const entry of this.#byKey.get(key) ?? []) candidates.add(entry);
      if (candidates.size >= mostCompared2) break;
    }
    for (const entry of candidates) {
      const { rule: earlier, formula, reads } = entry;
      if (changes.hasNoneSince(earlier.index, reads) && follows2(formula, given)) return entry;
    }
    return void 0;
  }
  #crowd(keys3) {
    return Math.max(0, ...(keys3 ?? []).map((key) => this.#byKey.get(key)?.length ?? 0));
  }
};

// packages/policy-lint/src/analysis/flow/shadows.ts
var Shadows = class {
  #ending = new EndingRules();
  #changes = new Changes();
  /** What stands after a rule that takes all requests is told by a lint rule of its own. */
  #isOver = false;
  /** The earlier rule that takes all requests of this one, if there is one. */
  next(rule) {
    if (this.#isOver) return void 0;
    const by = this.#ending.shadowing(rule, this.#changes);
    if (by !== void 0) {
      const isToldOtherwise = by.key === ruleKey(rule) || isContradictory(rule);
      return isToldOtherwise ? void 0 : by.rule;
    }
    this.#changes.add(rule);
    if (endingAction(rule) !== void 0 && isUnderstood(rule)) {
      if (alwaysMatches(rule)) this.#isOver = true;
      else this.#ending.add(rule);
    }
    return void 0;
  }
};
function isContradictory(rule) {
  return areContradictory(conjunctionOf(rule).map(({ formula }) => formula));
}

// packages/policy-lint/src/rules/flow/shadowed-rule.ts
var shadowsOn = alongDirection(() => new Shadows());
var shadowed_rule_default = defineRule({
  severity: "warning",
  docs: {
    what: "A rule only matches requests that an earlier rule has already ended processing for.",
    wrong: `{ "inbound": [ { "expressions": ["req.url.path.startsWith('/admin')"], "actions": [ { "type": "deny" } ] }, { "expressions": ["req.url.path == '/admin/health'"], "actions": [ { "type": "custom-response", "config": { "status_code": 200, "content": "well", "headers": { "content-type": "text/plain" } } } ] } ] }`,
    right: `{ "inbound": [ { "expressions": ["req.url.path == '/admin/health'"], "actions": [ { "type": "custom-response", "config": { "status_code": 200, "content": "well", "headers": { "content-type": "text/plain" } } } ] }, { "expressions": ["req.url.path.startsWith('/admin')"], "actions": [ { "type": "deny" } ] } ] }`,
    why: "Rules are gone through from top to bottom, and an action that answers or refuses the request ends that. So the rule for the special case has to stand before the one for all the others. Nothing is said when a rule between the two may change what their conditions look at."
  },
  visit: {
    rule(rule, report) {
      const by = shadowsOn(rule).next(rule);
      if (by === void 0) return;
      report({
        path: rule.path,
        message: `No request reaches this rule: ${ruleTitle(by)} ends processing for all that it matches.`,
        help: "Put this rule before the other one, or narrow the conditions of that.",
        related: [{ message: "This rule takes its requests.", path: by.path }]
      });
    }
  }
});

// packages/policy-lint/src/rules/flow/unreachable-action.ts
var unreachable_action_default = defineRule({
  severity: "warning",
  docs: {
    what: "An action stands after one that ends processing.",
    wrong: `{ "inbound": [ { "actions": [ { "type": "deny" }, { "type": "log", "config": { "metadata": { "event": "refused" } } } ] } ] }`,
    right: `{ "inbound": [ { "actions": [ { "type": "log", "config": { "metadata": { "event": "refused" } } }, { "type": "deny" } ] } ] }`,
    why: "The actions of a rule run in their order, and after one that answers or refuses the request nothing else runs. Mostly the order is wrong."
  },
  visit: {
    rule(node, report) {
      const ending = endingAction(node);
      if (ending === void 0) return;
      const after2 = node.actions.slice(node.actions.indexOf(ending) + 1);
      const [first, ...others] = after2;
      if (first === void 0) return;
      const all2 = others.length === 0 ? "" : ` and the ${others.length} after it`;
      report({
        path: first.path,
        message: `The action "${first.type}"${all2} never runs: "${ending.type}" ends processing.`,
        help: `Move "${ending.type}" to the end of the actions, or remove what stands after it.`,
        related: [{ message: "Processing ends here.", path: ending.path }]
      });
    }
  }
});

// packages/policy-lint/src/rules/flow/unreachable-rule.ts
var endBefore = alongDirection(() => ({}));
var unreachable_rule_default = defineRule({
  severity: "warning",
  docs: {
    what: "A rule stands after one that matches every request and ends processing.",
    wrong: `{ "inbound": [ { "actions": [ { "type": "deny" } ] }, { "expressions": ["req.method == 'POST'"], "actions": [ { "type": "log", "config": { "metadata": { "event": "post" } } } ] } ] }`,
    right: `{ "inbound": [ { "expressions": ["req.method == 'POST'"], "actions": [ { "type": "log", "config": { "metadata": { "event": "post" } } } ] }, { "actions": [ { "type": "deny" } ] } ] }`,
    why: "Rules are gone through from top to bottom, and after an action that answers or refuses the request no other rule of that direction runs."
  },
  visit: {
    rule(rule, report) {
      const end = endBefore(rule);
      if (end.rule !== void 0) {
        if (end.rule.following !== rule.following + 1) return;
        const { path, following } = rule;
        const all2 = following === 0 ? "" : ` and the ${following} after it`;
        report({
          path,
          message: `No request reaches this rule${all2}: ${ruleTitle(end.rule)} ends processing for all of them.`,
          help: "Put the rule that takes all requests last, or give it a condition.",
          related: [{ message: "Processing always ends here.", path: end.action ?? end.rule.path }]
        });
        return;
      }
      const action = endingAction(rule);
      if (action === void 0 || !alwaysMatches(rule)) return;
      end.rule = rule;
      end.action = action.path;
    }
  }
});

// packages/policy-lint/src/rules/security/allow-everything.ts
var allow_everything_default = defineRule({
  severity: "warning",
  docs: {
    what: "A list of addresses has all of them.",
    wrong: '{ "inbound": [ { "name": "Office only", "actions": [ { "type": "restrict-ips", "config": { "allow": ["0.0.0.0/0"] } } ] } ] }',
    right: '{ "inbound": [ { "name": "Office only", "actions": [ { "type": "restrict-ips", "config": { "allow": ["192.0.2.0/24"] } } ] } ] }',
    why: "A range such as `0.0.0.0/0` holds every address, so nobody is kept out. To refuse some addresses only, all others have to be allowed: beside a `deny` list the range is no mistake."
  },
  visit: {
    action(node, report) {
      if (node.definition?.formats?.["allow"] !== "cidr") return;
      if (["deny", "ip_policies"].some((field) => hasItems(node.field(field)))) return;
      for (const { path, text: text2 } of textsOf(node, "allow")) {
        const version = versionOfAll(text2);
        if (version === void 0) continue;
        report({
          path,
          message: `"${text2}" lets every IPv${version} address through.`,
          help: "Write the ranges that shall be let through, or remove the action."
        });
      }
    },
    expression(node, report) {
      const literals = formattedLiterals(node, "cidr");
      for (const { literal, call } of literals) {
        const version = versionOfAll(literal.value);
        if (version === void 0) continue;
        const isAlone = literals.every((other) => other.call !== call || other.literal === literal);
        report({
          ...node.at(literal.span),
          message: `Every IPv${version} address lies in "${literal.value}".`,
          help: "Write the range that is meant.",
          // Alone it may be a way to ask which version of IP an address has.
          ...isAlone && { atMost: "info" }
        });
      }
    }
  }
});
function versionOfAll(text2) {
  const range = parseCidr(text2);
  return range?.prefix === 0 ? range.version : void 0;
}
function hasItems(value) {
  return Array.isArray(value) && value.length > 0;
}

// packages/policy-lint/src/analysis/expression/header-of.ts
function headerOf(node, part2) {
  if (part2.kind === "call") {
    const definition = node.place.dialect.functions.get(part2.name);
    const isRead = definition?.headerName !== void 0 && part2.name.startsWith("get");
    return isRead && part2.target === void 0 ? textOf3(part2.arguments[0]) : void 0;
  }
  if (part2.kind !== "index" && part2.kind !== "select") return void 0;
  const variable = variableOf2(node, part2.operand);
  if (variable === void 0 || !isHeaderMap(variable)) return void 0;
  return part2.kind === "index" ? textOf3(part2.index) : part2.field;
}
function isHeaderMap({ name }) {
  return /\.headers$/i.test(name);
}
function textOf3(node) {
  return node?.kind === "literal" && node.type === "string" ? node.value : void 0;
}

// packages/policy-lint/src/analysis/expression/tests-of.ts
function testsOf(condition) {
  const tests2 = [];
  const left = [{ node: condition, isWanted: true }];
  for (let test = left.pop(); test !== void 0; test = left.pop()) {
    const { node, isWanted } = test;
    if (node.kind === "unary" && node.operator === "!") {
      left.push({ node: node.operand, isWanted: !isWanted });
    } else if (node.kind === "binary" && (node.operator === "&&" || node.operator === "||")) {
      left.push({ node: node.right, isWanted }, { node: node.left, isWanted });
    } else tests2.push(test);
  }
  return tests2;
}

// packages/policy-lint/src/analysis/refuses.ts
function refuses({ actions: actions2 }) {
  return actions2.some((action) => {
    const answer = action.definition?.answer;
    if (answer?.kind !== "response") return answer?.kind === "refusal";
    const status = action.field(answer.status);
    return typeof status === "number" && status >= 400 && status < 500;
  });
}

// packages/policy-lint/src/rules/security/client-header.ts
var client_header_default = defineRule({
  severity: "warning",
  docs: {
    what: "A rule lets requests through by the address in a header, which the client can write as it likes.",
    wrong: `{ "inbound": [ { "name": "Office only", "expressions": ["!('192.0.2.7' in getReqHeader('X-Forwarded-For'))"], "actions": [ { "type": "deny" } ] } ] }`,
    right: `{ "inbound": [ { "name": "Office only", "expressions": ["conn.client_ip != '192.0.2.7'"], "actions": [ { "type": "deny" } ] } ] }`,
    why: "Headers such as `x-forwarded-for` and `x-real-ip` are what the client has sent, unless a proxy of your own stands before the service. Whoever knows the right address writes it there and is let through. `conn.client_ip` is the address that the connection really comes from."
  },
  visit: {
    rule(rule, report) {
      if (!refuses(rule)) return;
      for (const condition of rule.conditions) {
        for (const test of condition.tree === void 0 ? [] : testsOf(condition.tree)) {
          const header = letsThroughBy(condition, test);
          if (header === void 0 || test.node.span === void 0) continue;
          report({
            ...condition.at(test.node.span),
            message: `Whoever sends the right "${header}" is not refused, and a client can send what it likes.`,
            help: "Ask for conn.client_ip, the address that the connection comes from."
          });
        }
      }
    }
  }
});
function letsThroughBy(condition, { node, isWanted }) {
  const asksForOther = node.kind === "binary" && node.operator === "!=";
  const asksForValue = node.kind === "call" || node.kind === "binary" && ["==", "in"].includes(node.operator);
  if (isWanted ? !asksForOther : !asksForValue) return void 0;
  const parts = [...partsOf(node)].map((part2) => part2.node);
  const isOther = parts.some(
    (part2) => part2.kind === "call" && part2.name === "size" || textOf3(part2) === "" || isOtherVariable(variableOf2(condition, part2))
  );
  return isOther ? void 0 : parts.map((part2) => headerOf(condition, part2)).find(isAddressHeader);
}
function isOtherVariable(variable) {
  return variable !== void 0 && !isHeaderMap(variable);
}
var addressHeaders = /* @__PURE__ */ new Set([
  "cf-connecting-ip",
  "client-ip",
  "fastly-client-ip",
  "forwarded",
  "true-client-ip",
  "x-client-ip",
  "x-cluster-client-ip",
  "x-forwarded-for",
  "x-original-forwarded-for",
  "x-originating-ip",
  "x-real-ip",
  "x-remote-addr",
  "x-remote-ip"
]);
function isAddressHeader(name) {
  return name !== void 0 && addressHeaders.has(name.toLowerCase());
}

// packages/policy-lint/src/analysis/secret/placeholder.ts
function isPlaceholder(text2) {
  return /[<>{}…]|\.\.\.|\*{3}|(.)\1{4}/.test(text2) || /example|sample|change_?-?me|your|placeholder|dummy|redacted|secret|passw|todo|insert|replace|fake|token|api_?-?key|12345|abcde|test/i.test(
    text2
  );
}

// packages/policy-lint/src/analysis/secret/random.ts
function looksRandom(text2) {
  if (text2.length < 16 || text2.length > 1e3 || !/^[\w+/=.~:!#%^&*-]+$/.test(text2)) return false;
  if (!/\d/.test(text2) || !/[A-Za-z]/.test(text2) || isPlaceholder(text2)) return false;
  return bitsPerCharacter(text2) >= 3;
}
function bitsPerCharacter(text2) {
  const counts = /* @__PURE__ */ new Map();
  for (const character2 of text2) counts.set(character2, (counts.get(character2) ?? 0) + 1);
  return [...counts.values()].reduce((bits, count3) => {
    const share = count3 / text2.length;
    return bits - share * Math.log2(share);
  }, 0);
}

// packages/policy-lint/src/analysis/secret/sensitive-name.ts
var words3 = [
  "api-key",
  "apikey",
  "access-key",
  "access-token",
  "auth",
  "auth-key",
  "auth-token",
  "authorization",
  "credentials?",
  "passphrase",
  "passwd",
  "password",
  "private-key",
  "pwd",
  "secret",
  "secret-key",
  "signing-key",
  "token"
];
var sensitive = new RegExp(`(?:^|[-.])(?:${words3.join("|")})$`);
function isSensitiveName(name) {
  const joined = name.replace(/([a-z\d])([A-Z])/g, "$1-$2").replace(/[_\s]/g, "-").toLowerCase();
  return sensitive.test(joined);
}

// packages/policy-lint/src/analysis/secret/compared-secrets.ts
function comparedSecrets({ tree }) {
  const found2 = /* @__PURE__ */ new Map();
  for (const { node } of tree === void 0 ? [] : partsOf(tree)) {
    const sides = sidesOf(node);
    for (const [holder, given] of sides) {
      if (!namesSomethingSecret(holder)) continue;
      for (const secret of given.flatMap(randomTexts)) found2.set(String(secret.span.start), secret);
    }
  }
  return [...found2.values()];
}
function sidesOf(node) {
  if (node.kind === "binary" && ["==", "!=", "in"].includes(node.operator)) {
    return [
      [node.left, [node.right]],
      [node.right, [node.left]]
    ];
  }
  return node.kind === "call" && node.target ? [[node.target, node.arguments]] : [];
}
function namesSomethingSecret(holder) {
  return [...partsOf(holder)].some(({ node }) => {
    if (node.kind === "select") return isSensitiveName(node.field);
    const key = node.kind === "index" ? node.index : node.kind === "call" ? node.arguments[0] : void 0;
    return key?.kind === "literal" && key.type === "string" && isSensitiveName(key.value);
  });
}
function randomTexts(given) {
  return [...partsOf(given)].flatMap(
    ({ node }) => node.kind === "literal" && node.type === "string" && node.span && looksRandom(node.value) ? [{ value: node.value, span: node.span }] : []
  );
}

// packages/policy-lint/src/analysis/secret/basic-credentials.ts
function isBasicCredentials(text2) {
  const decoded = decodeBase64(text2);
  const colon = decoded?.indexOf(":") ?? -1;
  if (decoded === void 0 || colon < 1 || !/^[\x20-\x7e]+$/.test(decoded)) return false;
  const password = decoded.slice(colon + 1);
  return password.length >= 4 && !isPlaceholder(password) && !/^pass|^pwd/i.test(password);
}
var alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
function decodeBase64(text2) {
  const digits = text2.replace(/={0,2}$/, "");
  if (digits.length % 4 === 1 || !/^[A-Za-z\d+/]*$/.test(digits)) return void 0;
  let bits = "";
  for (const digit of digits) bits += alphabet.indexOf(digit).toString(2).padStart(6, "0");
  const bytes = bits.match(/[01]{8}/g) ?? [];
  return String.fromCharCode(...bytes.map((byte) => Number.parseInt(byte, 2)));
}

// packages/policy-lint/src/analysis/secret/find-secrets.ts
function findSecrets(text2) {
  if (!hint.test(text2)) return [];
  const found2 = [];
  for (const { what, pattern, isReal = isNoPlaceholder } of kinds) {
    for (const match of text2.matchAll(pattern)) {
      const secret = match[1] ?? match[0];
      const start = match.index + match[0].lastIndexOf(secret);
      const span = { start, end: start + secret.length };
      if (isReal(secret) && !found2.some((other) => overlap(other.span, span))) {
        found2.push({ what, span });
      }
    }
  }
  return found2;
}
var hint = /-----BEGIN|gh[pousr]_|github_pat_|glpat-|k_live_|A[KS]IA|xox|AIza|npm_|SG\.|sk-|eyJ|bearer|basic|:\/\/[^/]+@/i;
var kinds = [
  {
    what: "a private key",
    pattern: /-----BEGIN (?:[A-Z]+ ){0,3}PRIVATE KEY(?: BLOCK)?-----\s{0,9}[A-Za-z\d+/]{16}[A-Za-z\d+/=\s]{0,20000}(?:-----END[A-Z ]{1,50}-----)?/g,
    isReal: () => true
  },
  { what: "a GitHub token", pattern: /\b(?:gh[pousr]_[A-Za-z\d]{36,255}|github_pat_\w{50,255})/g },
  { what: "a GitLab token", pattern: /\bglpat-[\w-]{20,255}/g },
  { what: "a Stripe key", pattern: /\b[rs]k_live_[A-Za-z\d]{16,255}/g },
  { what: "an AWS access key", pattern: /\b(?:AKIA|ASIA)[A-Z\d]{16}\b/g },
  { what: "a Slack token", pattern: /\bxox[abeoprs]-[\dA-Za-z]{1,50}-[\w-]{10,255}/g },
  { what: "a Google API key", pattern: /\bAIza[\w-]{35}/g },
  { what: "an npm token", pattern: /\bnpm_[A-Za-z\d]{36}/g },
  { what: "a SendGrid key", pattern: /\bSG\.[\w-]{20,50}\.[\w-]{30,100}/g },
  { what: "an API key", pattern: /\bsk-(?:ant-|proj-)?[\w-]{32,255}/g, isReal: looksRandom },
  { what: "a signed token", pattern: /\beyJ[\w-]{10,2000}\.eyJ[\w-]{10,5000}\.[\w-]{20,2000}/g },
  { what: "a bearer token", pattern: /\bBearer\s+([\w+/=.~-]{16,5000})/gi, isReal: looksRandom },
  {
    what: "a user with password",
    pattern: /\bBasic\s+([A-Za-z\d+/]{8,1000}={0,2})/gi,
    isReal: isBasicCredentials
  },
  {
    what: "a user with password",
    pattern: /\b[a-z][a-z\d+.-]{0,20}:\/\/([^\s/?#:@'"]{1,100}:[^\s/?#@'"]{6,255})@/gi,
    isReal: (secret) => isNoPlaceholder(secret) && !/:pass/i.test(secret)
  }
];
function isNoPlaceholder(secret) {
  return !isPlaceholder(secret);
}
function overlap(one, other) {
  return one.start < other.end && other.start < one.end;
}

// packages/policy-lint/src/rules/security/secret.ts
var secret_default = defineRule({
  severity: "warning",
  docs: {
    what: "A password, key or token stands in the policy.",
    wrong: '{ "inbound": [ { "name": "For the upstream", "actions": [ { "type": "add-headers", "config": { "headers": { "x-api-key": "9fK2mQ7xV4bL1pT8zR5w" } } } ] } ] }',
    right: '{ "inbound": [ { "name": "For the upstream", "actions": [ { "type": "add-headers", "config": { "headers": { "x-client": "${conn.client_ip}" } } } ] } ] }',
    why: "Whoever can read the file, its history or the stored policy knows the secret. Keep it at the upstream, or read it from the environment where a policy in TypeScript is built, and replace one that has been in a file. A finding never shows more than the first four signs of it."
  },
  visit: {
    document({ value, path }, report) {
      for (const finding of literalSecrets(value, path)) report(finding);
    },
    expression(node, report) {
      for (const { span, value } of comparedSecrets(node)) {
        if (findSecrets(value).length === 0) report({ ...node.at(span), ...describe(value) });
      }
    }
  }
});
function* literalSecrets(value, path, key = "") {
  if (typeof value === "string") {
    const found2 = findSecrets(value);
    for (const { span, what } of found2) {
      yield { path, part: span, ...describe(value.slice(span.start, span.end), what) };
    }
    if (found2.length === 0 && isSensitiveName(key) && looksRandom(value)) {
      yield { path, ...describe(value) };
    }
  } else if (isJsonObject(value)) {
    for (const [name, item] of Object.entries(value)) {
      yield* literalSecrets(item, path + toPointer([name]), name);
    }
  } else {
    for (const [index, item] of itemsOf2(value)) {
      yield* literalSecrets(item, path + toPointer([index]), key);
    }
  }
}
function describe(secret, what = "a key or token") {
  return {
    message: `This looks like ${what}: it begins with "${secret.slice(0, 4)}" and has ${secret.length} characters.`,
    help: "Keep it out of the policy, and replace it where it is used, for it may have been read."
  };
}

// packages/policy-lint/src/rules/index.generated.ts
var rules = /* @__PURE__ */ new Map([
  ["action/cidr", cidr_default],
  ["action/cidr-overlap", cidr_overlap_default],
  ["action/compressed-twice", compressed_twice_default],
  ["action/compression", compression_default],
  ["action/config", config_default],
  ["action/connection-header", connection_header_default],
  ["action/content-type", content_type_default],
  ["action/denied-cidr", denied_cidr_default],
  ["action/duplicate-header", duplicate_header_default],
  ["action/duration", duration_default],
  ["action/environment-variable", environment_variable_default],
  ["action/header-name", header_name_default],
  ["action/header-value", header_value_default],
  ["action/interpolation", interpolation_default],
  ["action/interpolation-elsewhere", interpolation_elsewhere_default],
  ["action/interpolation-type", interpolation_type_default],
  ["action/listed-expression", listed_expression_default],
  ["action/redirect-loop", redirect_loop_default],
  ["action/regular-expression", regular_expression_default],
  ["action/rewrite-anchor", rewrite_anchor_default],
  ["action/rewrite-capture", rewrite_capture_default],
  ["action/rewrite-nothing", rewrite_nothing_default],
  ["action/signing-algorithm", signing_algorithm_default],
  ["action/status-code", status_code_default],
  ["action/unavailable", unavailable_default],
  ["action/unknown-type", unknown_type_default],
  ["action/url", url_default],
  ["document/duplicate-key", duplicate_key_default],
  ["document/duplicate-rule-name", duplicate_rule_name_default],
  ["document/empty", empty_default],
  ["document/ignore-reason", ignore_reason_default],
  ["document/module-key", module_key_default],
  ["document/rule-actions", rule_actions_default],
  ["document/rule-name", rule_name_default],
  ["document/shape", shape_default],
  ["document/size", size_default],
  ["document/syntax", syntax_default],
  ["document/unknown-key", unknown_key_default],
  ["document/unused-ignore", unused_ignore_default],
  ["expression/address-pattern", address_pattern_default],
  ["expression/cidr", cidr_default2],
  ["expression/cidr-host-bits", cidr_host_bits_default],
  ["expression/constant", constant_default],
  ["expression/contradiction", contradiction_default],
  ["expression/country-code", country_code_default],
  ["expression/duplicate-condition", duplicate_condition_default],
  ["expression/duration", duration_default2],
  ["expression/header-case", header_case_default],
  ["expression/host-scheme", host_scheme_default],
  ["expression/implied", implied_default],
  ["expression/list-equals-text", list_equals_text_default],
  ["expression/method-case", method_case_default],
  ["expression/not-boolean", not_boolean_default],
  ["expression/path-slash", path_slash_default],
  ["expression/plain-regular-expression", plain_regular_expression_default],
  ["expression/regular-expression", regular_expression_default2],
  ["expression/renamed-variable", renamed_variable_default],
  ["expression/syntax", syntax_default2],
  ["expression/timestamp", timestamp_default],
  ["expression/type", type_default],
  ["expression/unavailable", unavailable_default2],
  ["expression/unescaped-dot", unescaped_dot_default],
  ["expression/unguarded-access", unguarded_access_default],
  ["expression/unknown-name", unknown_name_default],
  ["flow/duplicate-rule", duplicate_rule_default],
  ["flow/rewrite-before-path", rewrite_before_path_default],
  ["flow/shadowed-rule", shadowed_rule_default],
  ["flow/unreachable-action", unreachable_action_default],
  ["flow/unreachable-rule", unreachable_rule_default],
  ["security/allow-everything", allow_everything_default],
  ["security/client-header", client_header_default],
  ["security/secret", secret_default]
]);

// packages/policy-lint/src/lint-rule-error.ts
var LintRuleError = class extends Error {
  name = "LintRuleError";
  /** The rule's name. */
  rule;
  constructor(rule, cause) {
    const reason = cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause);
    super(`The lint rule "${rule}" throws ${reason}`, { cause });
    this.rule = rule;
  }
};

// packages/policy-lint/src/settings.ts
function activeRule(rule, preset, setting) {
  const [chosen, options] = isWithOptions(setting) ? setting : [setting, void 0];
  const severity = chosen ?? presetSeverity(rule, preset);
  if (severity === "off") return void 0;
  const fallback = rule.options?.default;
  return {
    severity,
    options: options === void 0 ? fallback : { ...fallback, ...options }
  };
}
function presetSeverity(rule, preset) {
  return (preset === "strict" ? rule.strict : void 0) ?? rule.severity;
}
function isWithOptions(setting) {
  return Array.isArray(setting);
}

// packages/policy-lint/src/visitors.ts
function visitorsOf(rules3, { preset = "recommended", settings = {} }, source, take) {
  return [...rules3].flatMap(([name, rule]) => {
    const active = activeRule(rule, preset, settings[name]);
    if (active === void 0) return [];
    const isBuiltIn = rules.get(name) === rule;
    const docs = isBuiltIn ? `docs/rules/${name}.md` : rule.docs.page;
    const report = (finding) => {
      const severity = lower(active.severity, finding.atMost);
      take(toDiagnostic({ name, docs, severity, finding, source }));
    };
    const visit3 = isBuiltIn ? rule.visit : guarded(name, rule.visit);
    return [{ visit: visit3, report, options: active.options }];
  });
}
function guarded(name, visit3) {
  const functions3 = Object.entries(visit3);
  return Object.fromEntries(
    functions3.map(([kind, look]) => [
      kind,
      (...args) => {
        try {
          look.apply(visit3, args);
        } catch (error2) {
          throw new LintRuleError(name, error2);
        }
      }
    ])
  );
}
var order = ["info", "warning", "error"];
function lower(severity, atMost) {
  if (atMost === void 0) return severity;
  return order.indexOf(atMost) < order.indexOf(severity) ? atMost : severity;
}
function toDiagnostic(made) {
  const { name, docs, severity, finding, source } = made;
  const { path, part: part2, message, help, related, fix } = finding;
  return {
    rule: name,
    severity,
    message,
    ...help === void 0 ? {} : { help },
    path,
    ...typeof part2 === "object" ? { span: part2 } : {},
    ...located(source, finding),
    ...related === void 0 ? {} : {
      related: related.map((other) => ({
        message: other.message,
        path: other.path,
        ...located(source, other)
      }))
    },
    ...fix === void 0 ? {} : { fix },
    ...docs === void 0 ? {} : { docs }
  };
}
function located(source, place) {
  const location = place.location ?? source.locate(place.path, place.part);
  return location === void 0 ? {} : { location };
}

// packages/policy-lint/src/nodes/expression-node.ts
var ExpressionNode = class {
  /** JSON Pointer to the string that the expression is, or stands in. */
  path;
  /** The expression's own text. */
  text;
  role;
  place;
  #offset;
  #given;
  #parsed;
  #checked;
  constructor({ path, text: text2, offset, role, place, given }) {
    this.path = path;
    this.text = text2;
    this.role = role;
    this.place = place;
    this.#offset = offset;
    this.#given = given;
  }
  /** What parsing the text gives. */
  get parsed() {
    this.#parsed ??= parseExpression(this.text);
    return this.#parsed;
  }
  /** The tree, when the text can be parsed. */
  get tree() {
    return this.parsed.ok ? this.parsed.tree : void 0;
  }
  /** What the checker finds for the place that the expression stands in. */
  get checked() {
    const { tree, text: text2, place } = this;
    if (tree !== void 0) this.#checked ??= checkExpression(tree, { ...place, text: text2 });
    return this.#checked;
  }
  /** The conditions that are true whenever this expression matters, beside itself. */
  get given() {
    return this.#given(this);
  }
  /** The place of a span of the expression's text; of the whole expression when left out. */
  at(span = { start: 0, end: this.text.length }) {
    const start = this.#offset + span.start;
    return { path: this.path, part: { start, end: this.#offset + span.end } };
  }
};

// packages/policy-lint/src/nodes/text-node.ts
var TextNode = class {
  path;
  text;
  interpolations;
  action;
  /** The expressions of the interpolations; empty ones are passed over. */
  expressions;
  constructor(path, text2, found2, action) {
    this.path = path;
    this.text = text2;
    this.interpolations = found2;
    this.action = action;
    this.expressions = found2.parts.flatMap(
      (part2) => part2.kind === "interpolation" && part2.expression.trim() !== "" ? [
        new ExpressionNode({
          path,
          text: part2.expression,
          offset: part2.expressionSpan.start,
          role: "interpolation",
          place: action.rule.place,
          given: () => action.rule.trees
        })
      ] : []
    );
  }
};

// packages/policy-lint/src/nodes/action-node.ts
var ActionNode = class {
  path;
  value;
  type;
  rule;
  /** The texts of the config in which `${expression}` is replaced. */
  texts;
  /** The expressions in the config: those of its texts, and fields that are CEL as they stand. */
  expressions;
  constructor(value, type2, path, rule) {
    this.value = value;
    this.type = type2;
    this.path = path;
    this.rule = rule;
    const { interpolated = [], formats = {} } = this.definition ?? {};
    this.texts = interpolated.flatMap(
      (field) => [...strings(this.field(field), this.pathOf(field))].map(
        ([place, text2]) => new TextNode(place, text2, interpolations(text2), this)
      )
    );
    const fields = Object.keys(formats).filter((field) => formats[field] === "expression");
    this.expressions = [
      ...this.texts.flatMap((text2) => text2.expressions),
      ...fields.flatMap(
        (field) => [...strings(this.field(field), this.pathOf(field))].map(
          ([place, text2]) => new ExpressionNode({
            path: place,
            text: text2,
            offset: 0,
            role: "value",
            place: rule.place,
            given: () => rule.trees
          })
        )
      )
    ];
  }
  /** What the catalogue knows of the type; undefined when it does not know it. */
  get definition() {
    return this.rule.place.dialect.actions.get(this.type);
  }
  /** The config as written; undefined when there is none. */
  get config() {
    return this.value["config"];
  }
  /** A field of the config. */
  field(name) {
    return isJsonObject(this.config) ? this.config[name] : void 0;
  }
  /** JSON Pointer to a field of the config. */
  pathOf(...keys3) {
    return `${this.path}${toPointer(["config", ...keys3])}`;
  }
};
function* strings(value, path) {
  if (typeof value === "string") yield [path, value];
  else if (Array.isArray(value) || isJsonObject(value)) {
    for (const [key, item] of Object.entries(value)) {
      yield* strings(item, path + toPointer([key]));
    }
  }
}

// packages/policy-lint/src/nodes/rule-node.ts
var RuleNode = class {
  value;
  /** Its place among the rules of its direction, from 0. */
  index;
  place;
  /** How many rules of its direction come after it. */
  following;
  #conditions;
  #actions;
  constructor(value, { index, place, following }) {
    this.value = value;
    this.index = index;
    this.place = place;
    this.following = following;
  }
  /** JSON Pointer to the rule. */
  get path() {
    return toPointer([this.place.direction, this.index]);
  }
  /** The conditions that are texts, all of which must be true. */
  get conditions() {
    this.#conditions ??= this.#readConditions();
    return this.#conditions;
  }
  /** The actions that are objects with a type. */
  get actions() {
    this.#actions ??= itemsOf2(this.value["actions"]).flatMap(
      ([position, action]) => isJsonObject(action) && typeof action["type"] === "string" ? [new ActionNode(action, action["type"], `${this.path}/actions/${position}`, this)] : []
    );
    return this.#actions;
  }
  /** The name, when it is a text. */
  get name() {
    const name = this.value["name"];
    return typeof name === "string" ? name : void 0;
  }
  /** The trees of the conditions that can be parsed: what is true when the actions are done. */
  get trees() {
    return this.#treesBeside(void 0);
  }
  /** Whether every entry of `expressions` is a condition that can be parsed. */
  get isWhole() {
    const entries2 = this.value["expressions"] ?? [];
    return Array.isArray(entries2) && entries2.length === this.trees.length;
  }
  /**
   * Lets go of what is known of the conditions and actions, which is a hundred times what they are
   * as text; whoever asks again has it read again.
   */
  forget() {
    this.#conditions = void 0;
    this.#actions = void 0;
  }
  #readConditions() {
    const { path, place } = this;
    return itemsOf2(this.value["expressions"]).flatMap(
      ([position, text2]) => typeof text2 === "string" ? [
        new ExpressionNode({
          path: `${path}/expressions/${position}`,
          text: text2,
          offset: 0,
          role: "condition",
          place,
          given: (own) => this.#treesBeside(own)
        })
      ] : []
    );
  }
  #treesBeside(own) {
    return this.conditions.flatMap(
      (condition) => condition !== own && condition.tree !== void 0 ? [condition.tree] : []
    );
  }
};

// packages/policy-lint/src/nodes/document-node.ts
var DocumentNode = class {
  path = "";
  value;
  dialect;
  protocol;
  /** The rules of each direction, in their order; what is not an object is passed over. */
  rules;
  constructor(value, dialect, protocol) {
    this.value = value;
    this.dialect = dialect;
    this.protocol = protocol;
    this.rules = dialect.directions.flatMap(
      (direction) => rulesOf(value, { dialect, protocol, direction })
    );
  }
  /** The rules of one direction, in their order. */
  rulesOf(direction) {
    return this.rules.filter((rule) => rule.place.direction === direction);
  }
};
function rulesOf(document, place) {
  const entries2 = itemsOf2(isJsonObject(document) ? document[place.direction] : void 0);
  const rules3 = entries2.filter(([, rule]) => isJsonObject(rule));
  return rules3.map(
    ([index, rule], position) => new RuleNode(rule, { index, place, following: rules3.length - position - 1 })
  );
}

// packages/policy-lint/src/walk.ts
function walk(source, { dialect, protocol }, visitors) {
  const each = visitorsByNode(visitors);
  for (const error2 of source.errors) {
    const location = source.range?.(error2.span);
    const first = error2.first && source.range?.(error2.first);
    each("sourceError", { error: error2, ...location && { location }, ...first && { first } });
  }
  const unreadable = source.errors.some(({ code }) => code !== "duplicate-key");
  if (source.document === void 0 || unreadable) return;
  const document = new DocumentNode(source.document, dialect, protocol);
  each("document", document);
  for (const rule of document.rules) {
    each("rule", rule);
    for (const condition of rule.conditions) each("expression", condition);
    for (const action of rule.actions) {
      each("action", action);
      for (const text2 of action.texts) each("text", text2);
      for (const expression of action.expressions) each("expression", expression);
    }
    rule.forget();
  }
}
function visitorsByNode(visitors) {
  const known3 = /* @__PURE__ */ new Map();
  for (const visitor of visitors) {
    for (const kind of Object.keys(visitor.visit)) {
      known3.set(kind, [...known3.get(kind) ?? [], visitor]);
    }
  }
  return (kind, node) => {
    for (const { visit: visit3, report, options } of known3.get(kind) ?? []) {
      visit3[kind]?.(node, report, options);
    }
  };
}

// packages/policy-lint/src/lint-policy.ts
var rules2 = rules;
function lintPolicy(source, options = {}) {
  const comments = new IgnoreComments(source.comments?.(ignoreMark) ?? []);
  const found2 = findings2(source, options);
  if (comments.isEmpty) return found2.toSorted(byPlace);
  const isLeft = (finding) => !comments.ignores(finding, linesOf(finding, source));
  const left = found2.filter(isLeft);
  if (options.protocol === void 0) {
    findings2(source, { ...options, protocol: protocols }).forEach(isLeft);
  }
  const orders2 = comments.nodes(knownRules(options));
  return [...left, ...lintIgnores(orders2, options)].toSorted(byPlace);
}
function lintIgnores(orders2, options) {
  const diagnostics = [];
  const nowhere = { locate: () => void 0 };
  const visitors = visitorsOf(
    knownRules(options),
    options,
    nowhere,
    (found2) => diagnostics.push(found2)
  );
  for (const { visit: visit3, report, options: own } of visitors) {
    for (const order2 of orders2) visit3.ignore?.(order2, report, own);
  }
  return diagnostics;
}
function knownRules({ rules: more }) {
  return more === void 0 ? rules : new Map([...rules, ...more]);
}
function findings2(source, options) {
  const { dialect = directionsDialect, protocol } = options;
  const found2 = /* @__PURE__ */ new Map();
  const several = typeof protocol === "object";
  const diagnostics = [];
  const visitors = visitorsOf(knownRules(options), options, source, (diagnostic) => {
    if (several) found2.set(JSON.stringify(diagnostic), diagnostic);
    else diagnostics.push(diagnostic);
  });
  for (const one of several ? protocol : [protocol]) {
    walk(source, { dialect, protocol: one }, visitors);
  }
  return several ? [...found2.values()] : diagnostics;
}
function linesOf({ location, path }, source) {
  return [location, source.locate(path, "key"), source.locate(path)].flatMap(
    (range) => range === void 0 ? [] : [{ file: range.file, line: range.start.line }]
  );
}
function byPlace(one, other) {
  const [a, b] = [one.location?.start, other.location?.start];
  if (a === void 0 || b === void 0) return 0;
  return a.line - b.line || a.column - b.column;
}

// test/bench/tmp3.ts
var texts2 = Array.from(
  { length: 100 },
  (_, i) => readFileSync(`/tmp/many200/p${i}.json`, "utf8")
);
var off = Object.fromEntries([...rules2.keys()].map((k) => [k, "off"]));
var time = (f) => {
  f();
  f();
  const a = [];
  for (let i = 0; i < 3; i++) {
    const s = performance.now();
    f();
    a.push(performance.now() - s);
  }
  return Math.min(...a) / texts2.length * 1e3;
};
console.log(
  "read",
  time(() => {
    for (const t of texts2) jsonPolicySource("a", t);
  }).toFixed(0)
);
console.log(
  "none",
  time(() => {
    for (const t of texts2) lintPolicy(jsonPolicySource("a", t), { settings: off });
  }).toFixed(0)
);
console.log(
  "all",
  time(() => {
    for (const t of texts2) lintPolicy(jsonPolicySource("a", t));
  }).toFixed(0)
);
var r = [];
for (const k of rules2.keys()) {
  const s = { ...off };
  delete s[k];
  r.push([
    k,
    time(() => {
      for (const t of texts2) lintPolicy(jsonPolicySource("a", t), { settings: s });
    })
  ]);
}
r.sort((a, b) => b[1] - a[1]);
console.log(
  r.slice(0, 30).map(([k, v]) => v.toFixed(0) + " " + k).join("\n")
);
/*! Bundled license information:

re2js/build/index.js:
  (*!
  * re2js
  * RE2JS is the JavaScript port of RE2, a regular expression engine that provides linear time matching
  *
  * @version v2.10.0
  * @author Oleksii Vasyliev
  * @homepage https://github.com/le0pard/re2js#readme
  * @repository [object Object]
  * @license MIT
  *)
*/
