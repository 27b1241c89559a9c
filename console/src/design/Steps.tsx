import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from './Button.tsx'

type StepsProps = {
  /** Shows the one before (-1) or the one after (1). */
  show(step: -1 | 1): void
  isFirst?: boolean
  isLast?: boolean
  labels?: readonly [before: string, after: string]
  children?: ReactNode
}

/** Buttons to the day, month or year before and after the one between them. */
export function Steps({ show, isFirst, isLast, labels, children }: StepsProps) {
  const { t } = useTranslation()
  const [before, after] = labels ?? [t('days.before'), t('days.after')]
  return (
    <>
      <IconButton icon={ChevronLeft} label={before} isDisabled={isFirst} onPress={() => show(-1)} />
      {children}
      <IconButton icon={ChevronRight} label={after} isDisabled={isLast} onPress={() => show(1)} />
    </>
  )
}
