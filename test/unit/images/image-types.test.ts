import { expect } from "chai";
import { extensionOf, IMAGE_TYPES, isOfType } from "../../../src/images/image-types.js";
import { PNG } from "../../support/images.js";

const bytes = (text: string) => Buffer.from(text, "latin1");
/**
 * Returns the first box of an ISO media file. The box contains the box length, the major brand, the version and the
 * compatible brands.
 */
const box = (...brands: string[]) =>
  bytes(`\0\0\0${String.fromCharCode(12 + 4 * brands.length)}ftyp${brands[0]}\0\0\0\0${brands.slice(1).join("")} more`);

const FILES = {
  "image/png": PNG,
  "image/jpeg": bytes("\xff\xd8\xff\xe0\0\x10JFIF"),
  "image/gif": bytes("GIF89a\x01\0\x01\0"),
  "image/webp": bytes("RIFF\x1a\0\0\0WEBPVP8L"),
  "image/avif": box("avif", "mif1", "miaf"),
};

describe("detection of image types", () => {
  it("the image type is detected from the first bytes of a file", () => {
    for (const [type, file] of Object.entries(FILES)) {
      expect(IMAGE_TYPES.filter((one) => isOfType(file, one))).to.deep.equal([type]);
    }
  });

  it("image type detection recognizes animated images, and AVIF files that list AVIF only among compatible brands", () => {
    expect(isOfType(bytes("GIF87a"), "image/gif")).to.equal(true);
    expect(isOfType(box("avis", "msf1"), "image/avif")).to.equal(true);
    expect(isOfType(box("mif1", "miaf", "avif"), "image/avif")).to.equal(true);
  });

  it("image type detection rejects files of unsupported types", () => {
    const others = [
      ...[
        "",
        "GIF8",
        "<svg xmlns='http://www.w3.org/2000/svg'/>",
        "<!doctype html>",
        "%PDF-1.7",
        "RIFF\x1a\0\0\0WAVEfmt ",
      ],
    ].map(bytes);
    const movies = [box("isom", "iso2", "mp41"), box("heic", "mif1"), box("mp42", "xavi", "f   ")];
    for (const file of [...others, ...movies, box("heic").subarray(0, 10)]) {
      expect(IMAGE_TYPES.filter((type) => isOfType(file, type))).to.deep.equal([]);
    }
  });

  it("each image type has its usual file extension", () => {
    expect(IMAGE_TYPES.map(extensionOf)).to.deep.equal(["png", "jpg", "gif", "webp", "avif"]);
  });
});
