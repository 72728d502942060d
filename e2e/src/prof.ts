import { readFileSync, mkdtempSync } from 'node:fs';
const t0=performance.now(); const c0=process.cpuUsage();
const { createTestDatabase, startStack } = await import('@fiscal/testbed');
const rep=(n:string)=>{const c=process.cpuUsage(c0);console.log(n,(performance.now()-t0).toFixed(0),'ms wall; own cpu',((c.user+c.system)/1e3).toFixed(0))};
rep('import');
const db = await createTestDatabase(); rep('db1'); const db2 = await createTestDatabase(); rep('db2');
const s = await startStack({directory: mkdtempSync('/tmp/prof-'), databaseUrl: db2.url, redisUrl: undefined, isQueueInPostgres: true, environment:{LOG_LEVEL:'warn',QUEUE_PREFIX:'x'}} as never); rep('stack');
for (const [n,p] of s.processes) { const st=readFileSync(`/proc/${(p as any).pid}/stat`,'utf8').split(' '); console.log(n,(Number(st[13])+Number(st[14]))*10,'ms cpu', (Number(st[15])+Number(st[16]))*10,'children'); }
await s.stop(); rep('stop'); await db.drop(); await db2.drop(); rep('drop');
