import { Alert, Button, FileInput, Group, Modal, Progress, Stack, Stepper, Text } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { notifications } from "@mantine/notifications";
import { IconFileUpload } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { FileAnswers, FilePreview, FileQuestion } from "../../../server/import/read-file.js";
import { api, ApiError } from "../../../api.js";
import { megabytes } from "../../../parts/format-numbers.js";
import { Form } from "../../../parts/form.js";
import { Problem } from "../../../parts/loaded.js";
import { useWorkingDraft } from "../../../parts/working-draft.js";
import { CheckFile, type ImportOptions } from "./check-file.js";
import { answerTo } from "./format-file.js";
import { Questions } from "./questions.js";
import { Action } from "../../../parts/action.js";

const TYPES = ".csv,.tsv,.txt,.json,.jsonl,.ndjson,.xml,.yml,.xlsx,.gz";
/** Maximum file size in bytes, the same as in the service. */
const MAX_BYTES = 200_000_000;

const FILE = 0;
const QUESTIONS = 1;
const CHECK = 2;

export function UploadDialog({ onClose, onImported }: { onClose: () => void; onImported: () => void }) {
  const queries = useQueryClient();
  const { change } = useWorkingDraft();
  const isNarrow = useMediaQuery("(max-width: 48em)");
  const [step, setStep] = useState(FILE);
  const [file, setFile] = useState<File | null>(null);
  const [id, setId] = useState<string | null>(null);
  const [answers, setAnswers] = useState<FileAnswers>({ columns: {}, accept: [] });
  const [asked, setAsked] = useState<readonly FileQuestion[]>([]);
  const [preview, setPreview] = useState<FilePreview | null>(null);
  const [percent, setPercent] = useState(0);
  const [options, setOptions] = useState<ImportOptions>({ mode: "soft_replace", maxRemoved: 10, withSettings: true });

  const read = useMutation({
    mutationFn: async (given: FileAnswers) => {
      setPercent(0);
      const stored = id ?? (await uploaded(file as File));
      setId(stored);
      return api.stream<FilePreview>(`imports/${stored}/preview`, given, ({ done, of }) =>
        setPercent(Math.round((100 * done) / Math.max(1, of))),
      );
    },
    onError: (failure) => {
      // If the uploaded file has expired, the next attempt uploads the file again.
      if (failure instanceof ApiError && failure.code === "not_found") setId(null);
    },
    onSuccess: (found, given) => {
      const isNew = ({ about }: FileQuestion) => !asked.some((one) => one.about === about);
      setPreview(found);
      setAnswers(given);
      setAsked([...asked, ...found.questions.filter(isNew)]);
      setStep(found.questions.length > 0 ? QUESTIONS : CHECK);
    },
  });
  const start = useMutation({
    mutationFn: () => {
      const { mode, maxRemoved } = options;
      const body = { answers, name: file?.name ?? "", mode, max_removed_share: maxRemoved / 100 };
      return api.send<{ readonly job: number }>("POST", `imports/${id}/import`, body);
    },
    onSuccess: async ({ job }) => {
      notifications.show({ color: "green", message: `Import ${job} has started.` });
      onImported();
      onClose();
      await queries.invalidateQueries({ queryKey: ["jobs"] });
      const proposal = preview?.proposal;
      if (proposal != null && options.withSettings) {
        await change(
          (configuration) => ({ ...proposal, ...configuration }),
          "The suggested settings were added to the unpublished changes.",
        );
      }
    },
  });

  const close = () => {
    if (id !== null && start.data === undefined) void api.send("DELETE", `imports/${id}`).catch(() => undefined);
    onClose();
  };
  const choose = (chosen: File | null) => {
    setFile(chosen);
    setId(null);
    setAsked([]);
    setAnswers({ columns: {}, accept: [] });
    read.reset();
  };
  const open = asked.filter((question) => answerTo(question, answers) === undefined).length;
  const isBusy = read.isPending || start.isPending;
  const error = read.error ?? start.error;
  const isTooLarge = file !== null && file.size > MAX_BYTES;

  return (
    <Modal opened onClose={close} title="Upload a file" size="xl" fullScreen={isNarrow} closeOnClickOutside={false}>
      <Form
        onSubmit={() => {
          if (step === CHECK) start.mutate();
          else read.mutate(step === FILE ? answers : withOptional(answers, asked));
        }}
      >
        <Stepper active={step} size="xs" onStepClick={setStep}>
          <Stepper.Step label="File" allowStepSelect={!isBusy} />
          <Stepper.Step label="Questions" allowStepSelect={!isBusy && asked.length > 0} />
          <Stepper.Step label="Preview" allowStepSelect={false} />
        </Stepper>
        {error !== null && <Problem error={error} />}
        {step === FILE && (
          <FileInput
            label="Product export"
            description={`CSV, Excel, JSON or XML from a shop system or a feed, also compressed with gzip; at most ${megabytes(MAX_BYTES)}`}
            placeholder="Choose a file"
            accept={TYPES}
            leftSection={<IconFileUpload size={16} aria-hidden />}
            required
            value={file}
            onChange={choose}
            error={
              isTooLarge
                ? `The file is too large (${megabytes(file.size)}). Compress it with gzip, or ask a developer to import it with vitrine import.`
                : undefined
            }
          />
        )}
        {step === QUESTIONS && <Questions questions={asked} answers={answers} onChange={setAnswers} />}
        {step === CHECK && preview !== null && (
          <>
            {preview.variants === 0 && (
              <Alert color="orange" title="The file contains no products to import" role="alert" />
            )}
            <CheckFile preview={preview} options={options} onChange={setOptions} />
          </>
        )}
        {read.isPending && (
          <Stack gap={4}>
            <Text role="status">{id === null ? "Uploading the file" : "Reading the file"}</Text>
            <Progress
              value={id === null ? 100 : percent}
              animated={id === null}
              aria-label="Progress of reading the file"
            />
          </Stack>
        )}
        <Group justify="flex-end">
          {step === QUESTIONS && open > 0 && <Text>Unanswered questions: {open}</Text>}
          <Action label="Cancel" onClick={close} />
          <Button
            type="submit"
            loading={isBusy}
            disabled={
              file === null ||
              isTooLarge ||
              (step === QUESTIONS && open > 0) ||
              (step === CHECK && preview?.variants === 0)
            }
          >
            {step === CHECK ? "Import" : "Continue"}
          </Button>
        </Group>
      </Form>
    </Modal>
  );
}

const uploaded = async (file: File): Promise<string> =>
  (await api.send<{ readonly id: string }>("POST", "imports", file.slice(0, file.size, "application/octet-stream"))).id;

/** Adds an empty answer to each optional question without an answer, so that the question does not block the import. */
const withOptional = (answers: FileAnswers, asked: readonly FileQuestion[]): FileAnswers => ({
  ...Object.fromEntries(
    asked.filter(({ kind }) => kind === "currency" || kind === "pictures").map(({ kind }) => [kind, ""]),
  ),
  ...answers,
});
