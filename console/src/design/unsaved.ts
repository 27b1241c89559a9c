import { useEffect, useEffectEvent, useState } from 'react'

/** Discards the changes, or stays. */
type Question = { leave(): void; stay?(): void }

/** A form that is open: whether it has unsent changes, and how it asks. */
type OpenForm = { isChanged(): boolean; ask(question: Question): void }
const openForms = new Set<OpenForm>()
let isDone = false

const changedForm = () => (isDone ? undefined : [...openForms].findLast(form => form.isChanged()))

/** Whether no change would be lost. */
export const isSaved = (): boolean => changedForm() === undefined

/** Leaves at once, or after the person has agreed to discard the changes. */
export function askToLeave(question: Question): void {
  const form = changedForm()
  if (form) form.ask(question)
  else question.leave()
}

/** Runs the step after a form was sent, such as opening another page: nothing is lost then. */
export function leaveSaved(run: () => void): void {
  isDone = true
  try {
    run()
  } finally {
    isDone = false
  }
}

/** The question before a changed form closes, while it is shown; and a function that asks it. */
export function useUnsaved(isFormChanged: () => boolean): {
  question: Required<Question> | undefined
  leave(go: () => void): void
} {
  const [question, setQuestion] = useState<Question>()
  const isChanged = useEffectEvent(isFormChanged)
  useEffect(() => {
    const form: OpenForm = { isChanged: () => isChanged(), ask: setQuestion }
    openForms.add(form)
    return () => void openForms.delete(form)
  }, [])
  const answer = (run: (() => void) | undefined) => () => {
    setQuestion(undefined)
    run?.()
  }
  return {
    question: question && { leave: answer(question.leave), stay: answer(question.stay) },
    leave: go => (isFormChanged() ? setQuestion({ leave: go }) : go()),
  }
}
