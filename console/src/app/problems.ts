import { useTranslation } from 'react-i18next'

/** What a form's resolver says about a field: the kind of the schema's issue, and its words in English. */
type FieldIssue = { type?: string | number | undefined; message?: string | undefined }

/** Kinds of issues that have words of their own. */
const kinds = ['too_big', 'invalid_value', 'invalid_format'] as const
/** Kinds of issues of what is missing. */
const missing = ['too_small', 'invalid_type']

/** Says in the person's language what is wrong with a field of a form. */
export function useProblems(): (issue: FieldIssue | undefined) => string | undefined {
  const { t } = useTranslation()
  return issue => {
    if (issue === undefined) return undefined
    const { type, message } = issue
    if (missing.includes(String(type)) || message === 'is missing') return t('problems.required')
    if (message?.startsWith('must not be before')) return t('problems.order')
    const kind = kinds.find(one => one === type)
    return kind ? t(`problems.${kind}`) : (message ?? t('problems.invalid_value'))
  }
}
