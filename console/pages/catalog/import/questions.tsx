import { Checkbox, Input, Radio, Select, Stack, TextInput } from "@mantine/core";
import type { FileAnswers, FileQuestion } from "../../../server/import/read-file.js";
import { answerTo, formatAnswer, reasonOf, titleOf, withAnswer } from "./format-file.js";

interface QuestionsProps {
  readonly questions: readonly FileQuestion[];
  readonly answers: FileAnswers;
  readonly onChange: (answers: FileAnswers) => void;
}

export const Questions = ({ questions, answers, onChange }: QuestionsProps) => (
  <Stack gap="xl">
    {questions.map((question) => (
      <Question
        key={question.about}
        question={question}
        answer={answerTo(question, answers)}
        onAnswer={(value) => onChange(withAnswer(answers, question, value))}
      />
    ))}
  </Stack>
);

interface QuestionProps {
  readonly question: FileQuestion;
  readonly answer: string | undefined;
  readonly onAnswer: (value: string | undefined) => void;
}

function Question({ question, answer, onAnswer }: QuestionProps) {
  const { kind, answers, others } = question;
  const texts = { label: titleOf(question), description: reasonOf(question) };
  switch (kind) {
    case "column":
      return (
        <Radio.Group {...texts} required value={answer ?? null} onChange={onAnswer}>
          <Stack gap="xs" mt="xs">
            {answers.map((one) => (
              <Radio key={one.value} value={one.value} label={formatAnswer(one)} />
            ))}
            {others.length > 0 && (
              <Select
                aria-label={`Another column: ${texts.label}`}
                placeholder="Another column"
                allowDeselect
                searchable
                data={[...others]}
                value={others.find((name) => name === answer) ?? null}
                onChange={(name) => onAnswer(name ?? undefined)}
              />
            )}
          </Stack>
        </Radio.Group>
      );
    case "language":
      return (
        <Select
          {...texts}
          required
          searchable
          placeholder="Choose a language"
          data={[...answers, ...others.map((value) => ({ value, means: "" }))].map((one) => ({
            value: one.value,
            label: formatAnswer(one).replace(/^./, (first) => first.toUpperCase()),
          }))}
          value={answer ?? null}
          onChange={(value) => onAnswer(value ?? undefined)}
        />
      );
    case "accept":
      return (
        <Input.Wrapper {...texts} required labelElement="div">
          <Checkbox
            mt="xs"
            label="Yes, import the file as it is"
            aria-label={`${texts.label} Yes, import the file as it is`}
            checked={answer !== undefined}
            onChange={({ currentTarget }) => onAnswer(currentTarget.checked ? question.about : undefined)}
          />
        </Input.Wrapper>
      );
    case "currency":
      return (
        <TextInput
          {...texts}
          placeholder="EUR"
          maxLength={3}
          maw={160}
          value={answer ?? ""}
          onChange={({ currentTarget }) => onAnswer(currentTarget.value.toUpperCase())}
        />
      );
    case "pictures":
      return (
        <TextInput
          {...texts}
          type="url"
          placeholder="https://shop.example/images"
          maxLength={1_000}
          value={answer ?? ""}
          onChange={({ currentTarget }) => onAnswer(currentTarget.value)}
        />
      );
  }
}
