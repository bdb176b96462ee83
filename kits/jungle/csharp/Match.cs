using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.IO;
using System.Net.Sockets;
using System.Text;
using System.Text.Json;

namespace Meydan
{
    /// <summary>Lines of JSON between a match and a bot: the same file in every C# kit. There is no need to change it.</summary>
    public sealed class Match
    {
        /// <summary>Before which window a debugger stops (`meydan rerun --stop N`).</summary>
        private static readonly string? stop = Environment.GetEnvironmentVariable("MEYDAN_STOP");

        private readonly TextReader reader;
        private readonly TextWriter writer;

        /// <summary>A match at the other end of these two.</summary>
        public Match(TextReader reader, TextWriter writer)
        {
            this.reader = reader;
            this.writer = writer;
        }

        /// <summary>Standard input and output, or the socket that MEYDAN_SOCKET names (HOST:PORT): then a debugger has the terminal. From
        /// here on Console.WriteLine writes to standard error, because standard output belongs to the match.</summary>
        public static Match Open()
        {
            Stream input = Console.OpenStandardInput();
            Stream output = Console.OpenStandardOutput();
            string? address = Environment.GetEnvironmentVariable("MEYDAN_SOCKET");
            if (!string.IsNullOrEmpty(address))
            {
                int colon = address.LastIndexOf(':');
                var link = new TcpClient(address.Substring(0, colon), int.Parse(address.Substring(colon + 1))) { NoDelay = true };
                input = output = link.GetStream();
            }
            TakeOutput();
            var plain = new UTF8Encoding(false);
            return new Match(new StreamReader(input, plain), new StreamWriter(output, plain));
        }

        /// <summary>Takes standard output for the match: from here on Console.WriteLine writes to standard error.</summary>
        public static void TakeOutput()
        {
            Console.SetOut(Console.Error);
        }

        /// <summary>Writes a line to standard error. Meydan keeps it beside the turn in which it was written.</summary>
        public static void Log(object words)
        {
            Console.Error.WriteLine(words);
        }

        /// <summary>The next message, or null when the match is over.</summary>
        public JsonElement? Receive()
        {
            string? line = reader.ReadLine();
            if (line == null) return null;
            JsonElement message = JsonDocument.Parse(line).RootElement;
            if (Debugger.IsAttached && IsStop(message)) Debugger.Break();
            return message;
        }

        private static bool IsStop(JsonElement message)
        {
            return stop != null && message.GetProperty("type").GetString() == "turn" && message.GetProperty("window").GetRawText() == stop;
        }

        /// <summary>Sends one message.</summary>
        public void Send(object message)
        {
            writer.Write(JsonSerializer.Serialize(message) + "\n");
            writer.Flush();
        }

        /// <summary>Acts in a window.</summary>
        public void Act(int window, object act)
        {
            Send(new Dictionary<string, object> { ["window"] = window, ["act"] = act });
        }

        /// <summary>Keeps something beside a window, for the viewer; opponents never see it.</summary>
        public void Note(int window, object note)
        {
            Send(new Dictionary<string, object> { ["window"] = window, ["note"] = note });
        }

        /// <summary>Ends a window.</summary>
        public void Done(int window)
        {
            Send(new Dictionary<string, object> { ["window"] = window, ["done"] = true });
        }
    }
}
