import type { ChineseTexts } from '../catalogue.ts'

export const arrivals: ChineseTexts['arrivals'] = {
  page: '入住與退房',
  noPhone: '沒有電話',
  arrivalTime: '預計抵達',
  nights_other: '{{count}} 晚',
  stays_other: '{{count}} 筆訂位',
  guests_other: '共 {{count}} 人',
  select: '選取 {{name}}',
  kinds: { arriving: '入住', departing: '退房', overdue: '逾期未退房' },
  overdueHint: '已過退房時間，尚未完成。',
  none: { arriving: '這一天沒有人入住', departing: '這一天沒有人退房', overdue: '沒有逾期未退房的訂位' },
  waiting: { confirm: '{{count}} 筆待確認', complete: '{{count}} 筆待完成' },
  actions: { confirm_zero: '確認', confirm: '確認 {{count}} 筆', complete_zero: '完成', complete: '完成 {{count}} 筆' },
  ask: { confirm_other: '要確認 {{count}} 筆訂位嗎？', complete_other: '要完成 {{count}} 筆訂位嗎？' },
  askHint: { confirm: '顧客會看到訂位已確認。此動作無法復原。', complete: '請先確認住客已退房。此動作無法復原。' },
  done: { confirm_other: '已確認 {{count}} 筆訂位', complete_other: '已完成 {{count}} 筆訂位' },
  failed: { confirm: '無法確認訂位', complete: '無法完成訂位' },
  counter: {
    title: '租借櫃檯',
    hint: '借給入住住客、向退房住客收回的裝備',
    item: '裝備',
    location: '櫃檯',
    out: '租出／全部',
    none: '沒有要借出或收回的裝備',
  },
}
