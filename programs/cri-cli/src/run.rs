//! Runs a command over its operands, on one thread or many, and puts the answers out in order.

use std::ffi::OsString;
use std::io::{self, Read};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

use crate::answers::{Answers, Piece, Sink};
use crate::input::framing::Framing;
use crate::input::operand::{Operand, Place};
use crate::input::source::{Chunk, Source};
use crate::progress::Progress;

/// Answers operands. Each thread has a clone, with buffers of its own.
pub(crate) trait Answer: Clone + Send {
    /// Appends the answer to one operand, or the report that it failed.
    fn answer(&mut self, operand: Operand<'_>, answers: &mut Answers);
}

/// How many chunks may wait for each thread, and how many pieces of its answers may wait to be collected.
const WAITING: usize = 2;

/// Answers the operands of the command line. Each `-` stands for all of `source`, and so do no operands.
pub(crate) fn operands<F: Framing>(
    operands: &[OsString],
    source: &mut Source<impl Read, F>,
    threads: u16,
    command: &mut impl Answer,
    sink: &mut Sink,
) -> io::Result<()> {
    if operands.is_empty() {
        return stream(source, threads, command, sink);
    }
    let mut answers = Answers::default();
    for operand in operands {
        if operand == "-" {
            stream(source, threads, command, sink)?;
            continue;
        }
        let bytes = Ok(operand.as_encoded_bytes());
        command.answer(Operand { bytes, place: Place::Argument }, &mut answers);
        sink.put(&mut answers)?;
    }
    Ok(())
}

/// Answers all of `source`.
fn stream<F: Framing>(
    source: &mut Source<impl Read, F>,
    threads: u16,
    command: &mut impl Answer,
    sink: &mut Sink,
) -> io::Result<()> {
    if threads > 1 {
        return share(source, threads, command, sink);
    }
    let mut answers = Answers::default();
    let progress = Progress::new(F::NOUN);
    while let Some(chunk) = source.next_chunk()? {
        progress.at(chunk.before);
        answer_all::<F>(&chunk, command, &mut answers);
        sink.put(&mut answers)?;
    }
    Ok(())
}

/// Answers the operands of a chunk.
fn answer_all<F: Framing>(chunk: &Chunk, command: &mut impl Answer, answers: &mut Answers) {
    chunk.for_each::<F>(|operand| {
        command.answer(operand, answers);
        answers.spill();
    });
}

/// Answers all of `source` on several threads. Each thread in turn gets a chunk, and the answers are collected in that
/// order.
fn share<F: Framing>(
    source: &mut Source<impl Read, F>,
    threads: u16,
    command: &mut impl Answer,
    sink: &mut Sink,
) -> io::Result<()> {
    thread::scope(|scope| {
        let mut chunks: Vec<SyncSender<Chunk>> = Vec::new();
        let mut answered: Vec<Receiver<Piece>> = Vec::new();
        for _ in 0..threads {
            let (chunk_in, chunk_out) = sync_channel::<Chunk>(WAITING);
            let (answers_in, answers_out) = sync_channel(WAITING);
            chunks.push(chunk_in);
            answered.push(answers_out);
            let mut command = command.clone();
            scope.spawn(move || {
                let mut answers = Answers::to_thread(answers_in);
                for chunk in chunk_out {
                    answer_all::<F>(&chunk, &mut command, &mut answers);
                    if answers.finish().is_err() {
                        return;
                    }
                }
            });
        }
        // The first thread without an answer had no chunk in this turn, so there are no more. If writing fails, the
        // collector ends, and then the threads.
        let collector = scope.spawn(move || collect(&answered, sink));
        let read = deal(source, &chunks);
        drop(chunks);
        let written = collector.join().unwrap_or_else(|_| Err(io::Error::other("a thread failed")));
        written.and(read)
    })
}

/// Puts out the answers of each thread to a chunk in turn, until a thread has none.
fn collect(answered: &[Receiver<Piece>], sink: &mut Sink) -> io::Result<()> {
    for thread in answered.iter().cycle() {
        loop {
            let Ok(Piece { mut answers, is_last }) = thread.recv() else { return Ok(()) };
            sink.put(&mut answers)?;
            if is_last {
                break;
            }
        }
    }
    Ok(())
}

/// Sends each thread a chunk in turn, until there are no more chunks or the thread has ended.
fn deal<F: Framing>(
    source: &mut Source<impl Read, F>,
    chunks: &[SyncSender<Chunk>],
) -> io::Result<()> {
    let progress = Progress::new(F::NOUN);
    for thread in chunks.iter().cycle() {
        let Some(chunk) = source.next_chunk()? else { break };
        progress.at(chunk.before);
        if thread.send(chunk).is_err() {
            break;
        }
    }
    Ok(())
}
