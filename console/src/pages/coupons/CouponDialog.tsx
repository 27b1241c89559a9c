import { changeCouponSchema, createCouponSchema } from '@campstore/contract/admin/coupons'
import type { Control, FieldPath, FieldValues } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { useFormAction } from '../../app/form-action.ts'
import { useToday } from '../../app/shared-queries.ts'
import { FormDialog } from '../../design/FormDialog.tsx'
import { FormInstantField, FormNumberField, FormSelectField, FormTextField } from '../../design/FormFields.tsx'
import { addDays, fromLocal } from '../../lib/days.ts'
import type { Coupon } from './queries.ts'

type CouponDialogProps = { close(): void; saved?(coupon: Coupon): void }

/** A new coupon, or the change of one. */
export function CouponDialog({ coupon, ...props }: CouponDialogProps & { coupon?: Coupon }) {
  return coupon === undefined ? <CreateDialog {...props} /> : <ChangeDialog coupon={coupon} {...props} />
}

/** How long a new coupon applies by default. */
const usualDays = 30

function CreateDialog({ close, saved }: CouponDialogProps) {
  const { t } = useTranslation()
  const today = useToday()
  const { control, dialog } = useFormAction({
    schema: createCouponSchema,
    values: {
      code: '',
      name: '',
      discountType: 'percentage',
      discountValue: '',
      minSpend: '0',
      maxDiscount: null,
      usageLimit: null,
      startsAt: fromLocal(`${today}T00:00`),
      endsAt: fromLocal(`${addDays(today, usualDays)}T00:00`),
    },
    run: (admin, fields) => admin.createCoupon(fields),
    done: ({ code }) => t('coupons.created', { code }),
    failed: t('coupons.notCreated'),
    onDone: coupon => {
      close()
      saved?.(coupon)
    },
  })
  return (
    <FormDialog title={t('coupons.create')} close={close} action={t('actions.create')} {...dialog} isWide>
      <div className="form-columns">
        <FormTextField control={control} name="code" label={t('coupons.code')} hint={t('coupons.codeHint')} />
        <FormSelectField
          control={control}
          name="discountType"
          label={t('fields.type')}
          options={[
            { value: 'percentage', label: t('coupons.types.percentage') },
            { value: 'fixed', label: t('coupons.types.fixed') },
          ]}
        />
      </div>
      <CouponFields control={control} />
    </FormDialog>
  )
}

function ChangeDialog({ coupon, close }: CouponDialogProps & { coupon: Coupon }) {
  const { t } = useTranslation()
  const { id, code, name, discountValue, minSpend, maxDiscount, startsAt, endsAt, usageLimit } = coupon
  const { control, dialog } = useFormAction({
    schema: changeCouponSchema,
    values: { name, discountValue, minSpend, maxDiscount, startsAt, endsAt, usageLimit },
    run: (admin, _fields, changed) => admin.changeCoupon({ id, ...changed }),
    done: () => t('coupons.changed', { code }),
    failed: t('coupons.notChanged'),
    onDone: close,
  })
  return (
    <FormDialog title={t('coupons.changeTitle', { code })} close={close} action={t('actions.save')} {...dialog} isWide>
      <p className="muted">{t('coupons.changeHint')}</p>
      <CouponFields control={control} />
    </FormDialog>
  )
}

/** The fields that a coupon has when it is created, and that can be changed. */
function CouponFields<Fields extends FieldValues, Result>({ control }: { control: Control<Fields, unknown, Result> }) {
  const { t } = useTranslation()
  // Both forms of a coupon have these fields.
  const name = (field: keyof Omit<z.input<typeof changeCouponSchema>, 'status'>) => field as FieldPath<Fields>
  return (
    <>
      <FormTextField control={control} name={name('name')} label={t('coupons.name')} />
      <div className="form-columns">
        <FormTextField
          control={control}
          name={name('discountValue')}
          label={t('fields.discount')}
          hint={t('coupons.worthHint')}
          inputMode="decimal"
        />
        <FormTextField
          control={control}
          name={name('maxDiscount')}
          label={t('coupons.maxDiscount')}
          hint={t('coupons.emptyMeansNone')}
          inputMode="decimal"
          whenEmpty={null}
        />
        <FormTextField control={control} name={name('minSpend')} label={t('coupons.minSpend')} inputMode="decimal" />
        <FormNumberField
          control={control}
          name={name('usageLimit')}
          label={t('coupons.usageLimit')}
          hint={t('coupons.emptyMeansNone')}
          whenEmpty={null}
        />
        <FormInstantField control={control} name={name('startsAt')} label={t('coupons.startsAt')} />
        <FormInstantField control={control} name={name('endsAt')} label={t('coupons.endsAt')} />
      </div>
    </>
  )
}
