package meydan;

import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Runs every method marked with {@link Test} in the folder test: the same file in every Java kit. Run it with {@code java -ea}. */
public final class Tests {
    private Tests() {}

    public static void main(String[] args) throws IOException, ReflectiveOperationException {
        boolean checked = false;
        assert checked = true;
        if (!checked) {
            throw new IllegalStateException("assertions are off: run with java -ea");
        }
        int passed = 0;
        List<String> failed = new ArrayList<>();
        for (Class<?> type : classes(Path.of("test"))) {
            for (Method test : tests(type)) {
                try {
                    Constructor<?> maker = type.getDeclaredConstructor();
                    maker.setAccessible(true);
                    test.setAccessible(true);
                    test.invoke(maker.newInstance());
                    passed++;
                } catch (InvocationTargetException wrong) {
                    failed.add(type.getName() + "." + test.getName());
                    wrong.getCause().printStackTrace();
                }
            }
        }
        System.out.println(passed + " tests passed" + (failed.isEmpty() ? "" : ", failed: " + failed));
        System.exit(failed.isEmpty() && passed > 0 ? 0 : 1);
    }

    /** The classes whose sources are in a folder. */
    private static List<Class<?>> classes(Path folder) throws IOException, ClassNotFoundException {
        List<Path> files;
        try (Stream<Path> all = Files.walk(folder)) {
            files = all.filter(file -> file.toString().endsWith(".java")).sorted().collect(Collectors.toList());
        }
        List<Class<?>> found = new ArrayList<>();
        for (Path file : files) {
            String name = folder.relativize(file).toString().replace(file.getFileSystem().getSeparator(), ".");
            found.add(Class.forName(name.substring(0, name.length() - ".java".length())));
        }
        return found;
    }

    private static List<Method> tests(Class<?> type) {
        return Stream.of(type.getDeclaredMethods())
                .filter(method -> method.isAnnotationPresent(Test.class))
                .sorted(Comparator.comparing(Method::getName))
                .collect(Collectors.toList());
    }
}
