import { useEffect, useState } from 'react'

/** Leaves what was typed, or stays. */
type Question = { leave(): void; stay?(): void }

/** What asks for each form that was typed into and not sent. */
const unsaved = new Set<(question: Question) => void>()
let isDone = false

/** Whether nothing that was typed would be lost. */
export const isSaved = (): boolean => isDone || unsaved.size === 0

/** Leaves at once, or after the person has agreed to lose what was typed. */
export function askToLeave(question: Question): void {
  const ask = [...unsaved].at(-1)
  if (ask && !isDone) ask(question)
  else question.leave()
}

/** Runs what follows when a form was sent, such as to open another page: nothing is lost then. */
export function leaveSaved(run: () => void): void {
  isDone = true
  try {
    run()
  } finally {
    isDone = false
  }
}

/** The question before a form that was typed into is left, while it is asked; and the way to ask it. */
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
