import { Download } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useAction } from '../app/actions.ts'
import { downloadCsv, type ListQuery } from '../app/csv.ts'
import { Button } from './Button.tsx'

type CsvButtonProps = {
  /** Address of the list, `/api/admin/orders`. */
  path: string
  /** The filters of the list; its pages are all exported. */
  query?: ListQuery
}

/** Saves the whole filtered list as a file. The export is in the audit log, because it takes personal data away. */
export function CsvButton({ path, query = {} }: CsvButtonProps) {
  const { t } = useTranslation()
  const action = useAction({ run: () => downloadCsv(path, query), failed: t('csv.failed') })
  return (
    <Button icon={Download} isPending={action.isPending} onPress={() => action.mutate()}>
      {t('csv.export')}
    </Button>
  )
}
