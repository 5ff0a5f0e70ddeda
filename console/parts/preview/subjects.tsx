import { Badge, Group, Text } from "@mantine/core";
import type { SubjectChange } from "../../server/preview/changes.js";
import type { Preview } from "../../server/preview/preview-result.js";
import { count, percent } from "../format-numbers.js";
import { RowsTable } from "../rows-table.js";
import { formatSubject } from "./format.js";

const COLUMNS = [
  { label: "Query or listing", cell: (change: SubjectChange) => <Subject {...change} /> },
  { label: "Searches", isNumber: true, cell: ({ times }: SubjectChange) => count(times) },
  { label: "Devices", isNumber: true, cell: ({ devices }: SubjectChange) => count(devices) },
  { label: "First page changes by", isNumber: true, cell: ({ change }: SubjectChange) => percent(change) },
  { label: "Products before", isNumber: true, cell: ({ total }: SubjectChange) => count(total.before) },
  { label: "Products after", isNumber: true, cell: ({ total }: SubjectChange) => count(total.after) },
];

export const Subjects = ({ result: { subjects, changed_subjects } }: { result: Preview }) => (
  <RowsTable
    title="Queries and listings with changed results"
    about={`${subjects.length < changed_subjects ? `The first ${subjects.length} of ${changed_subjects}. ` : ""}0 %: same page. 100 %: no product in common. The first positions count most.`}
    columns={COLUMNS}
    rows={subjects}
    keyOf={({ key }) => key}
    none="None."
  />
);

const Subject = ({ subject, redirect, became }: SubjectChange) => (
  <>
    <Group gap="xs" style={{ overflowWrap: "anywhere" }}>
      <span>{formatSubject(subject)}</span>
      {became === "empty" && (
        <Badge color="red.9" variant="filled">
          No results after the change
        </Badge>
      )}
      {became === "found" && (
        <Badge color="indigo.8" variant="filled">
          Has results now
        </Badge>
      )}
    </Group>
    {redirect.before !== redirect.after && (
      <Text>
        {redirect.after === null ? `No longer redirected to ${redirect.before}` : `Redirected to ${redirect.after}`}
      </Text>
    )}
  </>
);
