import { expect } from "chai";
import { checkConfiguration } from "../../../src/storefront/check-configuration.js";
import {
  completeConfiguration,
  type ConfigurationDocument,
  wholeConfiguration,
} from "../../../src/storefront/configuration.js";

const FRIDAY = {
  key: "Black Friday",
  starts_at: "2026-11-27T00:00",
  ends_at: "2026-11-30T09:00",
  time_zone: "Europe/Berlin",
};
const rule = (key: string, more: object) => ({ key, action: "hide" as const, products: ["p"], ...more });
const banner = (more: object) => ({ key: "b", action: "banner" as const, text: "Sale", ...more });
const timesOf = (document: ConfigurationDocument) =>
  completeConfiguration(document).rules.map(({ key, starts_at, ends_at }) => [key, starts_at, ends_at]);

describe("a campaign", () => {
  const [from, until] = ["2026-11-26T23:00:00.000Z", "2026-11-30T08:00:00.000Z"];
  const in_it = { campaign: "Black Friday" };

  it("a campaign limits its rules and banners to the period between its start and end", () => {
    const rules = [
      rule("whole", in_it),
      banner({ ...in_it, starts_at: "2026-11-28T00:00:00+01:00" }),
      rule("first day", { ...in_it, starts_at: "2020-01-01T00:00:00Z", ends_at: "2026-11-28T00:00:00+01:00" }),
      rule("other", { campaign: null, starts_at: "2026-11-28T00:00:00+01:00" }),
    ];
    expect(timesOf({ campaigns: [FRIDAY], rules })).to.deep.equal([
      ["whole", from, until],
      ["b", "2026-11-27T23:00:00.000Z", until],
      ["first day", from, "2026-11-27T23:00:00.000Z"],
      ["other", "2026-11-28T00:00:00+01:00", null],
    ]);
    const open = { key: "Black Friday", time_zone: "UTC" };
    expect(timesOf({ campaigns: [open], rules: [rule("a", in_it)] })).to.deep.equal([["a", null, null]]);
    const half = { ...open, starts_at: "2026-11-27T00:00", ends_at: null };
    expect(timesOf({ campaigns: [half], rules: [rule("a", in_it)] })).to.deep.equal([
      ["a", "2026-11-27T00:00:00.000Z", null],
    ]);
  });

  it("the live configuration contains the rules of a campaign with the start and end of the campaign", () => {
    const document = { campaigns: [FRIDAY], rules: [banner(in_it)] };
    const [written] = wholeConfiguration(document).rules;
    const { campaign, ...bare } = written!;
    expect(campaign).to.equal("Black Friday");
    const configuration = { ...completeConfiguration({}), rules: [{ ...bare, starts_at: from, ends_at: until }] };
    expect(checkConfiguration(document)).to.deep.equal({ document, configuration });
    const whole = wholeConfiguration(document);
    expect(whole.campaigns).to.deep.equal([FRIDAY]);
    expect(checkConfiguration(whole)).to.deep.equal({ document: whole, configuration });
  });

  it("a campaign has no active rules if this process does not know the campaign's time zone", () => {
    const document = { campaigns: [{ ...FRIDAY, time_zone: "Mars/Phobos" }], rules: [rule("a", in_it), rule("b", {})] };
    expect(timesOf(document)).to.deep.equal([["b", null, null]]);
  });

  for (const [what, campaigns, rules, path, message] of [
    ["without a time zone", [{ key: "a" }], [], "campaigns.0.time_zone", "`campaigns.0.time_zone` is required"],
    [
      "with a misspelt time zone",
      [{ ...FRIDAY, time_zone: "Europe/Belin" }],
      [],
      "campaigns.0.time_zone",
      '`campaigns.0.time_zone` must be a time zone of the IANA database, like `Europe/Berlin`, got "Europe/Belin"; did you mean `Europe/Berlin`?',
    ],
    [
      "with a UTC offset in place of a time zone",
      [{ ...FRIDAY, time_zone: "+01:00" }],
      [],
      "campaigns.0.time_zone",
      '`campaigns.0.time_zone` must be a time zone of the IANA database, like `Europe/Berlin`, got "+01:00"',
    ],
    [
      "with a start time that contains a UTC offset",
      [{ ...FRIDAY, starts_at: "2026-11-27T00:00Z" }],
      [],
      "campaigns.0.starts_at",
      '`campaigns.0.starts_at` must be a local time in `time_zone` with minutes and without an offset, like `2026-11-27T00:00`, got "2026-11-27T00:00Z"',
    ],
    [
      "with an end time in a leap second",
      [{ ...FRIDAY, ends_at: "2026-12-31T23:59:60" }],
      [],
      "campaigns.0.ends_at",
      '`campaigns.0.ends_at` must be a local time in `time_zone` with minutes and without an offset, like `2026-11-27T00:00`, got "2026-12-31T23:59:60"',
    ],
    [
      "that starts on an invalid date",
      [{ ...FRIDAY, starts_at: "2026-02-30T00:00" }],
      [],
      "campaigns.0.starts_at",
      '`campaigns.0.starts_at` must be a valid date, got "2026-02-30T00:00"',
    ],
    [
      "that ends before it starts because of the change to summer time",
      [{ ...FRIDAY, starts_at: "2026-03-29T02:30", ends_at: "2026-03-29T03:15" }],
      [],
      "campaigns.0.ends_at",
      "`campaigns.0.ends_at` (2026-03-29T03:15) must be after `starts_at` (2026-03-29T02:30) in the time zone Europe/Berlin",
    ],
    ["with the name of another campaign", [FRIDAY, FRIDAY], [], "campaigns.1.key", "`campaigns.1.key` must be unique"],
    [
      "whose name is misspelt in a rule",
      [FRIDAY],
      [rule("a", {}), rule("b", { campaign: "Black Fridy" })],
      "rules.1.campaign",
      "unknown campaign `Black Fridy`; did you mean `Black Friday`?",
    ],
    [
      "that is named by a rule but does not exist",
      [],
      [rule("a", { campaign: "Sale" })],
      "rules.0.campaign",
      "unknown campaign `Sale`; the configuration has no campaigns",
    ],
    [
      "that ends before one of its rules starts",
      [FRIDAY],
      [rule("a", { ...in_it, starts_at: until })],
      "rules.0.starts_at",
      "`rules.0.starts_at` (2026-11-30T08:00:00.000Z) must be before its campaign `Black Friday` ends (2026-11-30T08:00:00.000Z)",
    ],
    [
      "that starts after one of its rules has ended",
      [FRIDAY],
      [rule("a", { ...in_it, ends_at: from })],
      "rules.0.ends_at",
      "`rules.0.ends_at` (2026-11-26T23:00:00.000Z) must be after its campaign `Black Friday` begins (2026-11-26T23:00:00.000Z)",
    ],
  ] as const) {
    it(`a campaign ${what} is rejected`, () => {
      expect(checkConfiguration({ campaigns, rules })).to.deep.equal({ errors: [{ path, message }] });
    });
  }

  it("the validation of campaigns reports at most a hundred errors", () => {
    const rules = Array.from({ length: 10_000 }, (_, at) => rule(`r${at}`, { campaign: "Sale", products: [`p${at}`] }));
    const found = checkConfiguration({ rules: rules.map((one) => ({ ...one, action: "bury" })) });
    expect("errors" in found && found.errors.length).to.equal(100);
  });
});
