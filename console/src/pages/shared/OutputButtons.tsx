import { t } from 'i18next'
import { Copy, Download } from 'lucide-react'
import type { ComponentProps } from 'react'
import { useAction } from '../../app/actions.ts'
import type { CsvFile } from '../../app/client.ts'
import { Button, IconButton } from '../../design/Button.tsx'
import { ActionButton } from './DialogButtons.tsx'

/** Saves the whole filtered list as a file. The audit log records it, because of personal data. `about` tells several of a page apart. */
export const CsvButton = ({ read, about }: { read(): Promise<CsvFile>; about?: string }) => (
  <ActionButton
    icon={Download}
    label={t('csv.export')}
    aria-label={about && `${t('csv.export')}: ${about}`}
    run={read}
    onDone={({ name, text }) => saveFile(name, text)}
    failed={t('csv.failed')}
  />
)

function saveFile(name: string, text: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/csv' }))
  link.download = name
  link.click()
  URL.revokeObjectURL(link.href)
}

type CopyButtonProps = Pick<ComponentProps<typeof Button>, 'variant'> & {
  /** What it copies, or a function that reads it. */
  text: string | (() => Promise<string>)
  label?: string
  /** The name of the text, if there are several: the button is an icon next to each. */
  about?: string
}

/** Copies a text, to paste it into another program. */
export function CopyButton({ text, label, about, ...button }: CopyButtonProps) {
  const { isPending, mutate } = useAction({
    run: async () => navigator.clipboard.writeText(typeof text === 'string' ? text : await text()),
    done: () => t('actions.copied'),
    failed: t('actions.notCopied'),
  })
  if (about) return <IconButton icon={Copy} label={`${t('actions.copy')}: ${about}`} onPress={() => mutate()} />
  return (
    <Button {...button} icon={Copy} isPending={isPending} onPress={() => mutate()}>
      {label ?? t('actions.copy')}
    </Button>
  )
}
