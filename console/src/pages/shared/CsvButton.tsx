import { Download } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../app/actions.ts'
import type { CsvFile } from '../../app/client.ts'
import { Button } from '../../design/Button.tsx'

/**
 * Saves the whole filtered list as a file. The audit log records the export, because it contains personal data.
 *
 * @param props.read reads it: `() => client().admin.listAdminOrders.csv(values)`
 * @param props.about the name of the export, if a page has several
 */
export function CsvButton({ read, about }: { read(): Promise<CsvFile>; about?: string }) {
  const { t } = useTranslation()
  const action = useAction({
    run: read,
    onDone: ({ name, text }) => saveFile(name, text, 'text/csv'),
    failed: t('csv.failed'),
  })
  return (
    <Button
      icon={Download}
      isPending={action.isPending}
      onPress={() => action.mutate()}
      {...(about && { 'aria-label': `${t('csv.export')}: ${about}` })}
    >
      {t('csv.export')}
    </Button>
  )
}

/** Saves a text as a file on this device. */
function saveFile(name: string, text: string, type: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([text], { type }))
  link.download = name
  link.click()
  URL.revokeObjectURL(link.href)
}
