import { type FocusEvent, type MouseEvent, type SyntheticEvent, useEffect, useRef, useState } from 'react'

/** Discards the changes, or stays. */
type Question = { leave(): void; stay?(): void }

/** The questions, one for each form with unsent changes. */
const unsaved = new Set<(question: Question) => void>()
let isDone = false

/** Whether no change would be lost. */
export const isSaved = (): boolean => isDone || unsaved.size === 0

/** Leaves at once, or after the person has agreed to discard the changes. */
export function askToLeave(question: Question): void {
  const ask = [...unsaved].at(-1)
  if (ask && !isDone) ask(question)
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
export function useUnsaved(isTyped: boolean): {
  question: Required<Question> | undefined
  leave(go: () => void): void
} {
  const [question, setQuestion] = useState<Question>()
  useEffect(() => {
    if (!isTyped) return
    unsaved.add(setQuestion)
    return () => void unsaved.delete(setQuestion)
  }, [isTyped])
  const answer = (run: (() => void) | undefined) => () => {
    setQuestion(undefined)
    run?.()
  }
  return {
    question: question && { leave: answer(question.leave), stay: answer(question.stay) },
    leave: go => (isTyped ? setQuestion({ leave: go }) : go()),
  }
}

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement
const isField = (target: unknown): target is Field =>
  target instanceof HTMLInputElement || target instanceof HTMLSelectElement || target instanceof HTMLTextAreaElement
const contentOf = (field: Field) => (field instanceof HTMLInputElement && field.checked ? 'checked' : field.value)

/**
 * Whether a form has changed, and not all of its fields have their first values again. A press on a button in the form, such as
 * one that adds a line, counts as a lasting change.
 */
export function useWritten() {
  const [isWritten, setWritten] = useState(false)
  const first = useRef(new Map<Field, string>())
  const isPressed = useRef(false)
  return {
    isWritten,
    /** For the element around the fields. */
    watch: {
      onFocus({ target }: FocusEvent) {
        if (isField(target) && !first.current.has(target)) first.current.set(target, contentOf(target))
      },
      onClick({ target }: MouseEvent) {
        if (target instanceof Element && target.closest('button')) isPressed.current = true
      },
      onInput({ target }: SyntheticEvent) {
        const isNew = isField(target) && !first.current.has(target)
        const isOther = [...first.current].some(([field, value]) => field.isConnected && contentOf(field) !== value)
        setWritten(isPressed.current || isNew || isOther)
      },
    },
  }
}
