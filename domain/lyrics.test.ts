import { expect, test } from 'vitest'
import { firstLines } from './lyrics.ts'

test('lyrics begin with their first lines that have words', () => {
  const html =
    '<h3>I</h3><p>Liguei a <em>guitarra</em><br />no varal &amp; no fio</p>\n<p><br></p><p>  Puxei  </p><p>a</p><p>b</p><p>c</p><p>fim</p>'
  expect(firstLines(html)).toEqual(['I', 'Liguei a guitarra', 'no varal & no fio', 'Puxei'])
  expect(firstLines('')).toEqual([])
  expect(firstLines('uma<br>outra', 1)).toEqual(['uma'])
})

test('half of the lyrics at most are first lines, and none is longer than a line', () => {
  expect(firstLines('só uma linha')).toEqual([])
  expect(firstLines('<p>uma</p><p>duas</p><p>três</p>')).toEqual(['uma'])
  const [line = ''] = firstLines(`<p>${'lá '.repeat(1000)}</p><p>fim</p>`)
  expect(line).toHaveLength(80)
  expect(line).toMatch(/lá l…$|lá…$/)
})
