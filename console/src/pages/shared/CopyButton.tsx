import { Copy } from 'lucide-react'
import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../app/actions.ts'
import { Button, IconButton } from '../../design/Button.tsx'

type CopyButtonProps = Pick<ComponentProps<typeof Button>, 'variant'> & {
  /** What it copies, or a function that reads it. */
  text: string | (() => Promise<string>)
  label?: string
  /** The name of the text, if there are several: the button is an icon next to each. */
  about?: string
}

/** Copies a text, to paste it into another program. */
export function CopyButton({ text, label, about, ...button }: CopyButtonProps) {
  const { t } = useTranslation()
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
